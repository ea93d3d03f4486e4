import { answeredFit } from '../../answers/answered-table.js';
import { InputError } from '../../error.js';
import type { Table } from '../../table/table.js';
import { takeRows } from '../../table/take.js';
import type { FitOptions, Method } from '../method.js';
import type { Fold } from './fold-rows.js';
import { places } from './gain-by-row.js';

/** Scores of a fold's test rows by a scorer that has not seen them; empty where the fold can't be fitted. */
export function scoreFold(
  table: Table,
  method: Method,
  fold: Fold,
  options: FitOptions,
): Float32Array {
  return scoreFoldBy(table, [method], fold, options)[0];
}

/** The same by several methods: what they share (the rows, the calibration) is made once. */
export function scoreFoldBy(
  table: Table,
  methods: readonly Method[],
  fold: Fold,
  options: FitOptions,
): Float32Array[] {
  // Learned inside the fold: answers that saw its test rows would flatter them.
  const { table: train } = answeredFit(takeRows(table, fold.train), options);
  const test = takeRows(table, fold.test);
  return methods.map((method) => {
    if (method.whyUnusable(train, options.expert ?? 0) !== null) return new Float32Array();
    try {
      return method.fit(train, options).score(test);
    } catch (error) {
      // A fold may lack what the whole table has: an answer of the expert, a row that carries a signal.
      if (error instanceof InputError) return new Float32Array();
      throw error;
    }
  });
}

/**
 * Places of all scored rows, each among the rows of its own fold, because scores of different
 * scorers have no common scale. NaN where a row was not scored; null where a fold failed.
 */
export function placesOutOfFold(
  table: Table,
  folds: readonly Fold[],
  scores: readonly Float32Array[],
): Float64Array | null {
  const result = new Float64Array(table.rows).fill(Number.NaN);
  for (const [k, { test }] of folds.entries()) {
    if (scores[k].length !== test.length) return null;
    const weight = table.weight && Float32Array.from(test, (row) => table.weight![row]);
    const within = places(scores[k], weight);
    test.forEach((row, i) => {
      result[row] = within[i];
    });
  }
  return result;
}
