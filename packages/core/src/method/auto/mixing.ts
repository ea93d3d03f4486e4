import type { Table } from '../../table/table.js';
import { TRAIN_DEFAULTS } from '../../train/train.js';
import type { FitOptions, Method } from '../method.js';
import { isMixable, MIX, printMix } from '../mix.js';
import { unitsForPairs } from '../mix-scorer.js';
import { CandidateFile } from './candidate-file.js';
import { type Fold, unitsOf } from './fold-rows.js';
import { addSums, type MixSums, mixSums, mixWeights, someSums } from './mix-weights.js';

/** With fewer rows (or clusters) the weights would be luck. */
export const FEWEST_MIXED = 100;

/** A member that moves the sum by less than this share of it is left out. */
const LEAST_SHARE = 0.05;

/** Pairs of chances that a mix may hold: each logistic candidate brings one. */
const MOST_PAIRS = 3;

export const canMix = (table: Table): boolean => unitsOf(table).count >= FEWEST_MIXED;

/** Straight rules need units in every hidden layer to pass beside a network. */
const fitsBeside = ({ hidden = TRAIN_DEFAULTS.hidden }: FitOptions): boolean =>
  hidden.every((width) => width >= unitsForPairs(MOST_PAIRS));

/**
 * The mix as one more candidate. Each fold is scored with weights that the other folds give, so that
 * it is judged on rows that had no say in them, like everyone else.
 */
export class Mixing {
  readonly #weight: (row: number) => number;
  readonly #files: CandidateFile;
  /** Whether networks can take part. */
  readonly #networks: boolean;
  readonly #repeats: Repeat[] = [];

  constructor(table: Table, options: FitOptions) {
    const { weight } = table;
    this.#networks = fitsBeside(options);
    this.#weight = weight ? (row) => weight[row] : () => 1;
    this.#files = new CandidateFile(table, options.near, pending);
  }

  /** One repeat: the folds, whoever was scored on them, and what handing each row over adds. */
  add(folds: readonly Fold[], files: readonly CandidateFile[], gains: Float64Array): void {
    const members = files.filter(
      ({ method, failed }) => !failed && isMixable(method) && (this.#networks || !method.seeded),
    );
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
    this.#repeats.push({ members, sums: addSums(sums) });
  }

  /** Those that would be in the mix as far as is known; the others need no further repeat for it. */
  members(): readonly CandidateFile[] {
    if (this.#repeats.length === 0) return [];
    const { members, sums } = this.#together();
    return sharesOf(sums).flatMap((share, m) => (share > LEAST_SHARE ? [members[m]] : []));
  }

  /** Undefined where nothing could be mixed, or one member has all the weight. */
  file(): CandidateFile | undefined {
    if (this.#repeats.length === 0 || this.#files.failed) return undefined;
    const { members, sums } = this.#together();
    const parts = partsOf(members, sums);
    if (parts.length < 2) return undefined;
    return this.#files.named(printMix(parts));
  }

  /** The members that were scored in every repeat, and the sums of all repeats. */
  #together(): Repeat {
    const members = this.#repeats[0].members.filter((member) =>
      this.#repeats.every((repeat) => repeat.members.includes(member)),
    );
    const sums = this.#repeats.map((repeat) =>
      someSums(
        repeat.sums,
        members.map((member) => repeat.members.indexOf(member)),
      ),
    );
    return { members, sums: addSums(sums) };
  }
}

interface Repeat {
  readonly members: readonly CandidateFile[];
  readonly sums: MixSums;
}

const pending = { name: MIX, seeded: false } as Method;

function partsOf(members: readonly CandidateFile[], sums: MixSums) {
  const weights = mixWeights(sums);
  const shares = sharesOf(sums);
  const kept = [...weights.keys()].filter((m) => shares[m] > LEAST_SHARE);
  const scale = kept.reduce((sum, m) => sum + weights[m], 0);
  return kept.map((m) => ({ weight: weights[m] / scale, name: members[m].method.name }));
}

/** By member: which part of what moves the sum is its own. */
function sharesOf(sums: MixSums): number[] {
  const moves = [...mixWeights(sums)].map((weight, m) => weight * spreadOf(sums, m));
  const total = moves.reduce((sum, move) => sum + move, 0);
  return moves.map((move) => (total > 0 ? move / total : 0));
}

const spreadOf = ({ size, matrix, scores, weight }: MixSums, m: number): number =>
  Math.sqrt(Math.max(0, matrix[m * size + m] / weight - (scores[m] / weight) ** 2));
