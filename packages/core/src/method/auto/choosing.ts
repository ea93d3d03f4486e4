/**
 * The choice as a conversation: the generator says which folds it wants scored next, whoever runs it
 * (one thread, a pool of workers) answers with the scores. Successive halving: every candidate gets
 * one round of cross-validation, the better half another, the best two a third. What trains nothing
 * is never dropped; it costs nothing and is what a choice falls back to.
 */

import type { Table } from '../../table/table.js';
import type { Choice, Standing } from '../choice.js';
import type { FitOptions, Method } from '../method.js';
import { answeredOutOfFold } from './answered-out-of-fold.js';
import { deferredMore, rateWindow, rowGains, rowValues } from './contribution.js';
import { CONFIDENCE, type Correction, correct } from './correction.js';
import { type Fold, foldRows, sampleRows, unitsOf } from './fold-rows.js';
import { placesOutOfFold, scoreFold } from './out-of-fold.js';
import { areasOf, type Evidence, pairedError, type Ruling, rule, TOLERANCE } from './rule.js';
import { candidatesFor, SHORTLIST } from './shortlist.js';

/** More rows than this are sampled: the order of the candidates is clear by then. */
export const MOST_ROWS = 20_000;
export const FOLDS = 5;
/** How many trained candidates each round of cross-validation has. */
const TRAINED_IN_ROUND = [Number.POSITIVE_INFINITY, 4, 2];
/** With fewer rows (or clusters) a fold says nothing. */
const FEWEST_UNITS = 40;

/** One scorer to fit and fold to score: plain JSON, so that it can be sent to a worker. */
export interface ScoreTask {
  readonly method: string;
  readonly repeat: number;
  readonly fold: number;
}

/** The rows `auto` looks at; the same table where it is small. */
export const autoSample = (table: Table, options: FitOptions): Table =>
  sampleRows(table, MOST_ROWS, options.seed ?? 0);

/** Does what {@link choosing} asks for; `table` is the sample. */
export function scoreTask(table: Table, task: ScoreTask, options: FitOptions): Float32Array {
  const method = SHORTLIST.find(({ name }) => name === task.method)!;
  const { onProgress: _silent, near: _near, ...rest } = options;
  return scoreFold(table, method, foldsOf(table, options, task.repeat)[task.fold], {
    ...rest,
    // Every fold another seed, so that no candidate lives off one lucky start.
    seed: (options.seed ?? 0) + task.repeat * FOLDS + task.fold,
  });
}

function foldsOf(table: Table, options: FitOptions, repeat: number): Fold[] {
  const seed = (options.seed ?? 0) + repeat;
  return foldRows(table, { expert: options.expert, folds: FOLDS, seed });
}

/** `table` is the sample; answers come in the order of the tasks. */
export function* choosing(
  table: Table,
  options: FitOptions,
): Generator<ScoreTask[], Choice, readonly Float32Array[]> {
  const expert = options.expert ?? 0;
  const candidates = candidatesFor(table, expert);
  const { target, pricedBy } = rowValues(table, expert, options.errorCost);
  const near = options.near ?? null;
  const base = { target, ...(pricedBy && { pricedBy }), near, rows: table.rows, folds: FOLDS };
  const nothing = { ...base, repeats: 0, standings: [] };
  if (unitsOf(table).count < FEWEST_UNITS || candidates.length < 2)
    return { method: candidates[0].name, best: candidates[0].name, ...nothing };

  const files = candidates.map((method) => new CandidateFile(table, options.near, method));
  let running = files;
  for (let repeat = 0; repeat < TRAINED_IN_ROUND.length; repeat++) {
    const folds = foldsOf(table, options, repeat);
    const tasks = running.flatMap(({ method }) =>
      folds.map((_, fold) => ({ method: method.name, repeat, fold })),
    );
    const scores = yield tasks;
    const answered = answeredOutOfFold(table, folds, options);
    const gains = rowGains(answered, expert, options.errorCost);
    running.forEach((file, k) => {
      file.add(folds, scores.slice(k * folds.length, (k + 1) * folds.length), gains);
    });
    running = survivors(
      running.filter(({ failed }) => !failed),
      TRAINED_IN_ROUND[repeat + 1] ?? Number.POSITIVE_INFINITY,
    );
  }
  const judged = files.filter(({ failed }) => !failed);
  if (judged.length === 0)
    return { method: candidates[0].name, best: candidates[0].name, ...nothing };
  return decide(judged, running, base, TOLERANCE * differenceUnit(table, options), options);
}

function decide(
  files: readonly CandidateFile[],
  running: readonly CandidateFile[],
  base: Pick<Choice, 'target' | 'pricedBy' | 'near' | 'rows' | 'folds'>,
  tolerance: number,
  options: FitOptions,
): Choice {
  const evidence = evidenceOf(files);
  const among = running.map((file) => files.indexOf(file));
  const areas = areasOf(evidence);
  const { chosen, best, correction } = ruled(evidence, among, tolerance, options.seed ?? 0);
  const standings = files
    .map(
      ({ method, repeats }, k): Standing => ({
        name: method.name,
        area: areas[k],
        behind: areas[best] - areas[k],
        standardError: pairedError(evidence, best, k),
        repeats,
      }),
    )
    .sort((a, b) => b.area - a.area);
  return {
    method: evidence.names[chosen],
    best: evidence.names[best],
    ...base,
    repeats: Math.max(...files.map(({ repeats }) => repeats)),
    standings,
    gain: {
      overRandom: areas[chosen],
      correctedOverRandom: correction.overRandom,
      baseline: evidence.names[0],
      correctedOverBaseline: correction.overBaseline,
      costIfWrong: correction.costIfWrong,
      confidence: CONFIDENCE,
    },
  };
}

/**
 * The rule's choice, unless choosing costs more than it brings: where the corrected gain over the
 * simplest candidate is a loss that matters, the simplest is taken.
 */
export function ruled(
  evidence: Evidence,
  among: readonly number[],
  tolerance: number,
  seed: number,
): Ruling & { readonly correction: Correction } {
  const ruling = rule(evidence, among, tolerance);
  const correction = correct(evidence, ruling.chosen, tolerance, seed);
  const { overRandom, overBaseline } = correction;
  if (overBaseline >= -tolerance) return { ...ruling, correction };
  return {
    chosen: 0,
    best: ruling.best,
    correction: {
      ...correct(evidence, 0, tolerance, seed),
      overRandom: overRandom - overBaseline, // the simplest one's own, on the same rows left out
    },
  };
}

/** All that trains nothing, and the best of what does. */
function survivors(files: readonly CandidateFile[], trained: number): CandidateFile[] {
  const ranked = files
    .filter(({ method }) => method.seeded)
    .sort((a, b) => b.area() - a.area())
    .slice(0, trained);
  return files.filter((file) => !file.method.seeded || ranked.includes(file));
}

const evidenceOf = (files: readonly CandidateFile[]): Evidence => ({
  names: files.map(({ method }) => method.name),
  sums: files.map((file) => file.sums()),
  weights: files[0].weights,
});

/** Right and wrong differ by 1. Losses have no such unit: what they differ by where they differ. */
function differenceUnit(table: Table, { expert = 0, errorCost }: FitOptions): number {
  const { target } = rowValues(table, expert, errorCost);
  if (target === 'accuracy') return 1;
  const gains = rowGains(table, expert, errorCost).filter((gain) => gain !== 0);
  return gains.reduce((sum, gain) => sum + Math.abs(gain), 0) / Math.max(1, gains.length);
}

/** What is known of one candidate so far: its contributions, unit by unit, over its repeats. */
class CandidateFile {
  readonly method: Method;
  readonly weights: Float64Array;
  repeats = 0;
  failed = false;
  readonly #table: Table;
  readonly #units: { index: Uint32Array; count: number };
  readonly #near: number | undefined;
  readonly #sums: Float64Array;

  constructor(table: Table, near: number | undefined, method: Method) {
    this.method = method;
    this.#table = table;
    this.#near = near;
    this.#units = unitsOf(table);
    this.#sums = new Float64Array(this.#units.count);
    this.weights = new Float64Array(this.#units.count);
  }

  add(folds: readonly Fold[], scores: readonly Float32Array[], gains: Float64Array): void {
    const found = placesOutOfFold(this.#table, folds, scores);
    if (!found) {
      this.failed = true;
      return;
    }
    const window = rateWindow(this.#near);
    this.weights.fill(0);
    for (let row = 0; row < found.length; row++) {
      if (Number.isNaN(found[row])) continue;
      const weight = this.#table.weight ? this.#table.weight[row] : 1;
      const unit = this.#units.index[row];
      this.weights[unit] += weight;
      this.#sums[unit] += weight * gains[row] * deferredMore(found[row], window);
    }
    this.repeats++;
  }

  sums(): Float64Array {
    return this.#sums.map((sum) => sum / this.repeats);
  }

  area(): number {
    return areasOf({ names: [''], sums: [this.sums()], weights: this.weights })[0];
  }
}
