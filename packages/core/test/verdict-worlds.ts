/** Worlds for the verdict: who is right has nothing to do with the features, or a known gain. */
import type { Scores } from '../src/curve/ranked-scores.js';
import { stream } from '../src/random/stream.js';
import {
  CONTROLS,
  gainsAtRates,
  handedAtRates,
  handicap,
  standardised,
} from '../src/statistics/certain-gain.js';
import { ranksWithinFolds, stratifiedFolds } from '../src/statistics/folds.js';
import type { GainRows } from '../src/statistics/gain-interval.js';
import { VERDICT_RATES } from '../src/statistics/verdict.js';

export interface NullWorld {
  readonly rows: number;
  readonly model: number;
  readonly expert: number;
  readonly columns: number;
}

export interface Values {
  readonly modelValue: Float64Array;
  readonly expertValue: Float64Array;
  readonly clusters?: Float64Array;
}

export function drawNull({ rows, model, expert, columns }: NullWorld, seed: number) {
  const random = stream(seed, 'null world');
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const features = Array.from({ length: columns }, () => column(() => random.normal()));
  const modelValue = column(() => (random.uniform() < model ? 1 : 0));
  const expertValue = column(() => (random.uniform() < expert ? 1 : 0));
  return { features, modelValue, expertValue };
}

/** The same with rows of a cluster alike, in features and answers: as dependent as rows can be. */
export function clustered(world: ReturnType<typeof drawNull>, size: number) {
  const first = (column: Float64Array) => column.map((_, i) => column[i - (i % size)]);
  return {
    features: world.features.map(first),
    modelValue: first(world.modelValue),
    expertValue: first(world.expertValue),
    clusters: world.modelValue.map((_, i) => Math.floor(i / size)),
  };
}

/** Out-of-fold scores of a ridge regression of model right − expert right on the features. */
export function ridgeScores(
  features: readonly Float64Array[],
  { modelValue, expertValue, clusters }: Values,
  seed: number,
): Float64Array {
  const n = modelValue.length;
  const width = features.length + 1;
  const folds = stratifiedFolds({
    traits: [modelValue, expertValue],
    clusters,
    folds: 5,
    seed,
  });
  const feature = (j: number, i: number) => (j === 0 ? 1 : features[j - 1][i]);
  const scores = new Float64Array(n);
  for (let fold = 0; fold < 5; fold++) {
    const normal = Array.from({ length: width }, (_, j) => {
      const row = new Float64Array(width + 1);
      if (j > 0) row[j] = 1;
      return row;
    });
    for (let i = 0; i < n; i++) {
      if (folds[i] === fold) continue;
      const target = modelValue[i] - expertValue[i];
      for (let j = 0; j < width; j++) {
        const x = feature(j, i);
        for (let k = 0; k < width; k++) normal[j][k] += x * feature(k, i);
        normal[j][width] += x * target;
      }
    }
    const slopes = solve(normal);
    for (let i = 0; i < n; i++) {
      if (folds[i] !== fold) continue;
      for (let j = 0; j < width; j++) scores[i] += slopes[j] * feature(j, i);
    }
  }
  return ranksWithinFolds(scores, folds);
}

/** Gauss–Jordan on a small positive definite system. */
function solve(rows: Float64Array[]): number[] {
  const width = rows.length;
  for (let j = 0; j < width; j++) {
    const pivot = rows[j][j];
    for (let k = j; k <= width; k++) rows[j][k] /= pivot;
    for (let i = 0; i < width; i++) {
      if (i === j) continue;
      const factor = rows[i][j];
      if (factor !== 0) for (let k = j; k <= width; k++) rows[i][k] -= factor * rows[j][k];
    }
  }
  return rows.map((row) => row[width]);
}

/** The lowest fifth of scores gains `gain` of all rows; elsewhere the expert is a little worse. */
export function drawGain(rows: number, gain: number, seed: number) {
  const random = stream(seed, 'gain world');
  const scores = new Float64Array(rows);
  const modelValue = new Float64Array(rows);
  const expertValue = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const u = random.uniform();
    const [model, expert] = u < 0.2 ? [0.7, unflipped(0.7 + 5 * gain)] : [0.95, 0.9];
    scores[i] = u;
    // One draw decides both, so that the two disagree no more than they must.
    const v = random.uniform();
    modelValue[i] = v < model ? 1 : 0;
    expertValue[i] = v < expert ? 1 : 0;
    if (random.uniform() < FLIPPED) expertValue[i] = 1 - expertValue[i];
  }
  return { scores, modelValue, expertValue };
}

/** Of the expert's answers, how many are turned round in the end, so that it also harms. */
const FLIPPED = 0.02;
/** The chance to be right before some are turned round that leaves this one. */
const unflipped = (right: number) => (right - FLIPPED) / (1 - 2 * FLIPPED);

/**
 * The best one could do: a one-sided test at 5 % of the gain over each control at the rate where it is
 * known to be, by the plain normal test.
 */
export function knownRateTest({ scores, modelValue, expertValue }: ReturnType<typeof drawGain>) {
  return [0, 0.2].every((base) => {
    const added = scores.map(
      (score, i) => ((score < 0.2 ? 1 : 0) - base) * (expertValue[i] - modelValue[i]),
    );
    const mean = added.reduce((sum, value) => sum + value, 0) / added.length;
    const squares = added.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return mean > (1.6449 * Math.sqrt(squares / (added.length - 1))) / Math.sqrt(added.length);
  });
}

/**
 * Whether a verdict could say "defer" at all: at some rate both gains must pass a critical value, which
 * over many rates is never below that at one. Cheap, so that worlds without a chance cost nothing.
 */
export function couldDefer(rows: GainRows, scores: Scores): boolean {
  const handed = handedAtRates(scores, VERDICT_RATES, rows.weight);
  const sides = CONTROLS.map((against) => gainsAtRates(rows, handed, against, 0.95));
  return VERDICT_RATES.some((rate, k) =>
    sides.every((side) => standardised(side[k]) - handicap(rate) > 1.5),
  );
}
