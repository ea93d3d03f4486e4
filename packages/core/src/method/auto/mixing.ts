import type { Table } from '../../table/table.js';
import { TRAIN_DEFAULTS } from '../../train/train.js';
import type { FitOptions, Method } from '../method.js';
import { isMixable, MIX, printMix } from '../mix.js';
import { CandidateFile } from './candidate-file.js';
import { type Fold, unitsOf } from './fold-rows.js';
import { addSums, type MixSums, mixSums, mixWeights } from './mix-weights.js';

/** With fewer rows (or clusters) the weights would be luck. */
export const FEWEST_MIXED = 1000;

/** A member that moves the sum by less than this share of it is left out. */
const LEAST_SHARE = 0.05;

/** A straight rule needs two units in every hidden layer to pass through a network. */
export const canMix = (table: Table, { hidden = TRAIN_DEFAULTS.hidden }: FitOptions): boolean =>
  unitsOf(table).count >= FEWEST_MIXED && hidden.every((width) => width >= 2);

/**
 * The mix as one more candidate. Each fold is scored with weights that the other folds give, so that
 * it is judged on rows that had no say in them, like everyone else.
 */
export class Mixing {
  readonly #weight: (row: number) => number;
  readonly #files: CandidateFile;
  #parts: { readonly weight: number; readonly name: string }[] | undefined;

  constructor(table: Table, near: number | undefined) {
    const { weight } = table;
    this.#weight = weight ? (row) => weight[row] : () => 1;
    this.#files = new CandidateFile(table, near, pending);
  }

  /** One repeat: the folds, whoever was scored on them, and what handing each row over adds. */
  add(folds: readonly Fold[], files: readonly CandidateFile[], gains: Float64Array): void {
    const members = files.filter(({ method, failed }) => !failed && isMixable(method));
    if (members.length < 2) return;
    const scores = members.map((member) => member.scores);
    // Low scores are handed over: a score should be high where that loses.
    const target = gains.map((gain) => -gain);
    const sums = folds.map(({ test }) => mixSums(scores, target, this.#weight, test));
    const mixed = folds.map(({ test }, k) => {
      const others = sums.filter((_, f) => f !== k);
      const weights = others.length > 0 ? mixWeights(addSums(others)) : mixWeights(sums[k]);
      return Float32Array.from(test, (row) =>
        scores.reduce((sum, of, m) => sum + weights[m] * of[row], 0),
      );
    });
    this.#files.add(folds, mixed, gains);
    // The first repeat has every candidate.
    this.#parts ??= partsOf(members, addSums(sums));
  }

  /** Undefined where nothing could be mixed, or one member has all the weight. */
  file(): CandidateFile | undefined {
    const parts = this.#parts ?? [];
    if (parts.length < 2 || this.#files.failed) return undefined;
    return this.#files.named(printMix(parts));
  }
}

const pending = { name: MIX, seeded: false } as Method;

function partsOf(members: readonly CandidateFile[], sums: MixSums) {
  const weights = mixWeights(sums);
  const shares = weights.map((weight, m) => weight * spreadOf(sums, m));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const kept = [...weights.keys()].filter((m) => shares[m] > LEAST_SHARE * total);
  const scale = kept.reduce((sum, m) => sum + weights[m], 0);
  return kept.map((m) => ({ weight: weights[m] / scale, name: members[m].method.name }));
}

const spreadOf = ({ size, matrix, scores, weight }: MixSums, m: number): number =>
  Math.sqrt(Math.max(0, matrix[m * size + m] / weight - (scores[m] / weight) ** 2));
