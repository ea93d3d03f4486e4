/**
 * What fits find where there is nothing to find, on a table: who is right is dealt out again over the
 * rows, and a ridge regression on the linear method's features is fitted and scored out of fold. It
 * stands in for every method, because a hundred refits of a network would take hours.
 */
import { fitFeatures } from '../../features/fit-spec.js';
import { inputOf } from '../../features/input.js';
import { inputFeatures } from '../../features/row.js';
import { denseCount } from '../../features/spec.js';
import type { GainRows } from '../../statistics/gain-interval.js';
import { permutedGains } from '../../statistics/permuted-gains.js';
import type { Table } from '../../table/table.js';
import { takeRows } from '../../table/take.js';
import { prepareRidge, type RidgeSolution } from '../../train/ridge.js';
import type { Fold } from './fold-rows.js';
import { places } from './gain-by-row.js';

const TIMES = 100;
const PENALTY = 1;

export interface PermutedFits {
  readonly table: Table;
  readonly folds: readonly Fold[];
  /** The rows that are judged, and what they are worth, in the same order. */
  readonly judged: Uint32Array;
  readonly rows: GainRows;
  readonly rates: readonly number[];
  readonly seed: number;
}

/** The largest standardised gains of a hundred tables without any signal. */
export function permutedFits({ table, folds, judged, rows, rates, seed }: PermutedFits) {
  const placeOf = new Int32Array(table.rows).fill(-1);
  judged.forEach((row, k) => {
    placeOf[row] = k;
  });
  // Neither features nor weights change when the answers are dealt out again, and so neither does the
  // matrix of the regression.
  const weight = rows.weight;
  const prepared = folds.map(({ train, test }) => {
    const fold = foldFeatures(table, placeOf, train, test);
    const own = (some: Uint32Array) => weight && Float64Array.from(some, (k) => weight[k]);
    const regression = prepareRidge({
      rows: fold.trained.length,
      dense: fold.dense,
      classes: fold.classes,
      penalty: PENALTY,
      weight: own(fold.trained),
      read: (i) => fold.features[fold.trained[i]]!,
    });
    return { ...fold, regression, testWeight: own(fold.tested) };
  });
  return permutedGains({
    rows,
    rates,
    times: TIMES,
    seed,
    refit(modelValue, expertValue) {
      const scores = new Float64Array(judged.length);
      for (const fold of prepared) {
        const target = new Float64Array(fold.trained.length);
        for (let i = 0; i < target.length; i++) {
          const k = fold.trained[i];
          target[i] = modelValue[k] - expertValue[k];
        }
        const within = places(foldScores(fold, fold.regression.solve(target)), fold.testWeight);
        for (let i = 0; i < within.length; i++) scores[fold.tested[i]] = within[i];
      }
      return scores;
    },
  });
}

function foldScores(
  { tested, features, dense, classes }: ReturnType<typeof foldFeatures>,
  { weights, constant }: RidgeSolution,
): Float32Array {
  const scores = new Float32Array(tested.length);
  for (let i = 0; i < scores.length; i++) {
    const row = features[tested[i]]!;
    let score = constant + (classes > 0 ? weights[dense + row.classIndex] : 0);
    for (let j = 0; j < dense; j++) score += weights[j] * row.dense[j];
    scores[i] = score;
  }
  return scores;
}

function foldFeatures(table: Table, placeOf: Int32Array, train: Uint32Array, test: Uint32Array) {
  const isJudged = (row: number) => placeOf[row] >= 0;
  const testRows = test.filter(isJudged);
  const earlier = train.filter(isJudged);
  // With times, nothing before the first block is judged. Answers dealt out again know no time, so
  // the other judged rows serve.
  const trainRows = earlier.length > 0 ? earlier : othersThan(testRows, placeOf);
  const { features } = fitFeatures(takeRows(table, trainRows), table.model ? 'linear' : 'columns');
  const input = inputOf(table, features);
  const dense = denseCount(features);
  const read: ({ dense: Float32Array; classIndex: number } | undefined)[] = [];
  for (const row of [...trainRows, ...testRows]) {
    const values = new Float32Array(dense);
    read[placeOf[row]] = {
      dense: values,
      classIndex: inputFeatures(features, input, row, values, 0),
    };
  }
  const places = (rows: Uint32Array) => rows.map((row) => placeOf[row]);
  return {
    dense,
    classes: features.classes,
    features: read,
    trained: places(trainRows),
    tested: places(testRows),
  };
}

function othersThan(rows: Uint32Array, placeOf: Int32Array): Uint32Array {
  const left = new Set(rows);
  return Uint32Array.from(placeOf.keys()).filter((row) => placeOf[row] >= 0 && !left.has(row));
}
