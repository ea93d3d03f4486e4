import { permutation } from '../../random/permutation.js';
import { stream } from '../../random/stream.js';
import { stratifiedFolds } from '../../statistics/folds.js';
import { numberClusters } from '../../table/number-clusters.js';
import { outcomesOf } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';
import { takeRows } from '../../table/take.js';

/** One turn of cross-validation: fit on these rows, score those. */
export interface Fold {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

export interface FoldOptions {
  readonly expert?: number;
  readonly folds: number;
  readonly seed: number;
}

/**
 * Stratified on who is right, clusters whole. With times, a scorer sees only what came before the
 * rows it scores, because that is how it will be used; the earliest rows are then never scored.
 */
export function foldRows(table: Table, { expert = 0, folds, seed }: FoldOptions): Fold[] {
  if (table.time) {
    const forward = forwardFolds(table, folds);
    if (forward.length > 0) return forward;
  }
  const { target, model, expert: other } = outcomesOf(table, expert);
  // Losses have no right and wrong: only who does better matters there.
  const better = (a: Float32Array, b: Float32Array) => a.map((value, i) => +(value > b[i]));
  const fold = stratifiedFolds({
    traits: target === 'accuracy' ? [model, other] : [better(model, other), better(other, model)],
    clusters: table.cluster?.index,
    folds,
    seed,
  });
  return Array.from({ length: folds }, (_, k) => ({
    train: rowsWhere(fold, (f) => f !== k),
    test: rowsWhere(fold, (f) => f === k),
  }));
}

/** Blocks of equal size in order of time; block k is scored by what was fitted on the blocks before. */
function forwardFolds(table: Table, folds: number): Fold[] {
  const { index, count } = unitsOf(table);
  const last = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let row = 0; row < table.rows; row++) {
    last[index[row]] = Math.max(last[index[row]], table.time![row]);
  }
  const moments = Float64Array.from(index, (unit) => last[unit]).sort();
  // A block ends at a moment, never inside one.
  const ends = Array.from({ length: folds }, (_, k) => {
    const place = Math.floor(((k + 1) * table.rows) / (folds + 1));
    return moments[Math.max(0, place - 1)];
  });
  const block = Uint8Array.from(index, (unit) => ends.filter((end) => end < last[unit]).length);
  return Array.from({ length: folds }, (_, k) => ({
    train: rowsWhere(block, (b) => b <= k),
    test: rowsWhere(block, (b) => b === k + 1),
  })).filter(({ train, test }) => train.length > 0 && test.length > 0);
}

/** What is drawn and kept together: clusters, or single rows. */
export function unitsOf(table: Table): { index: Uint32Array; count: number } {
  return table.cluster
    ? numberClusters(table.cluster.index)
    : { index: Uint32Array.from({ length: table.rows }, (_, row) => row), count: table.rows };
}

/** At most about `most` rows of a large table, in their old order; whole clusters where there are any. */
export function sampleRows(table: Table, most: number, seed: number): Table {
  if (table.rows <= most) return table;
  const { index, count } = unitsOf(table);
  const sizes = new Uint32Array(count);
  for (const unit of index) sizes[unit]++;
  const taken = new Uint8Array(count);
  let rows = 0;
  for (const unit of permutation(count, stream(seed, 'auto sample'))) {
    if (rows + sizes[unit] > most) continue;
    taken[unit] = 1;
    rows += sizes[unit];
  }
  return takeRows(
    table,
    rowsWhere(index, (unit) => taken[unit] === 1),
  );
}

function rowsWhere(values: ArrayLike<number>, wanted: (value: number) => boolean): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (wanted(values[row])) rows.push(row);
  return Uint32Array.from(rows);
}
