import { InputError } from '../error.js';
import { shuffle } from '../random/permutation.js';
import { stream } from '../random/stream.js';
import { modelRight, outcomesOf } from './outcomes.js';
import type { Table } from './table.js';
import { takeRows } from './take.js';

/** How a table is split in two. */
export interface SplitOptions {
  /** The share of rows that goes to the second part. */
  readonly testShare: number;
  readonly seed: number;
  /** `auto`: by time if the table has one, else by cluster if it has any, else by row. */
  readonly by?: 'auto' | 'row' | 'cluster' | 'time';
  /** Names the random stream, so that two splits of one run differ (`test`, `calibration`). */
  readonly purpose?: string;
}

/** The rows of both parts of a split table. */
export interface SplitRows {
  /** Row indices in ascending order. */
  readonly fit: Uint32Array;
  readonly test: Uint32Array;
}

/** Cuts a table in two; see {@link splitRows}. */
export function splitTable(table: Table, options: SplitOptions): { fit: Table; test: Table } {
  const { fit, test } = splitRows(table, options);
  return { fit: takeRows(table, fit), test: takeRows(table, test) };
}

/**
 * Which rows fit and which test. By row, the four cells model right × expert right keep their
 * shares on both sides. A cluster (a patient, a thread) is never cut. By time, the test rows are
 * the latest; with clusters too, a cluster counts as being as late as its latest row.
 */
export function splitRows(table: Table, options: SplitOptions): SplitRows {
  const { testShare } = options;
  if (!(testShare > 0 && testShare < 1)) {
    throw new InputError(
      `the test share is ${testShare} (expected more than 0 and less than 1).`,
      'invalid-value',
      { path: 'testShare', expected: 'a number above 0 and below 1', found: testShare },
    );
  }
  const units = unitsOf(table, options);
  const inTest = new Uint8Array(table.rows);
  const by = chosenWay(table, options.by ?? 'auto');
  if (by === 'time') latest(table, units, testShare, inTest);
  else if (by === 'cluster') wholeClusters(units, options, table.rows, inTest);
  else stratified(table, options, inTest);
  let count = 0;
  for (const flag of inTest) count += flag;
  if (count === 0 || count === table.rows) {
    throw new InputError(
      `${table.rows} ${table.rows === 1 ? 'row' : 'rows'} can't be split with a ${options.purpose ?? 'test'} share of ${testShare}${by === 'row' ? '' : ` by ${by}`} (one side would be empty).`,
      'no-rows',
      { rows: table.rows },
    );
  }
  const fit = new Uint32Array(table.rows - count);
  const test = new Uint32Array(count);
  for (let row = 0, f = 0, t = 0; row < table.rows; row++) {
    if (inTest[row]) test[t++] = row;
    else fit[f++] = row;
  }
  return { fit, test };
}

function chosenWay(table: Table, by: NonNullable<SplitOptions['by']>): 'row' | 'cluster' | 'time' {
  if (by === 'time' && !table.time)
    throw new InputError('a split by time needs a time column.', 'time-missing');
  if (by === 'cluster' && !table.cluster) {
    throw new InputError('a split by cluster needs a cluster column.', 'cluster-missing');
  }
  if (by !== 'auto') return by;
  return table.time ? 'time' : table.cluster ? 'cluster' : 'row';
}

/** What may not be cut: clusters if there are any, single rows otherwise. */
function unitsOf(table: Table, options: SplitOptions): Int32Array[] {
  if (!table.cluster || options.by === 'row') return [];
  const { index, names } = table.cluster;
  const sizes = new Uint32Array(names.length);
  for (const cluster of index) sizes[cluster]++;
  const units = Array.from(sizes, (size) => new Int32Array(size));
  sizes.fill(0);
  for (let row = 0; row < index.length; row++) units[index[row]][sizes[index[row]]++] = row;
  return units.filter((unit) => unit.length > 0);
}

function random(options: SplitOptions) {
  return stream(options.seed, `split ${options.purpose ?? 'test'}`);
}

/** Takes the share from every cell; what rounding leaves over goes by the largest remainder. */
function stratified(table: Table, options: SplitOptions, inTest: Uint8Array): void {
  const cells = cellsOf(table);
  const quotas = cells.map((cell) => cell.length * options.testShare);
  const counts = quotas.map(Math.floor);
  let open =
    Math.round(table.rows * options.testShare) - counts.reduce((sum, count) => sum + count, 0);
  const byRemainder = quotas
    .map((quota, cell) => ({ cell, remainder: quota - Math.floor(quota) }))
    .sort((a, b) => b.remainder - a.remainder || a.cell - b.cell);
  for (const { cell } of byRemainder) {
    if (open > 0 && counts[cell] < cells[cell].length) {
      counts[cell]++;
      open--;
    }
  }
  const source = random(options);
  cells.forEach((cell, which) => {
    shuffle(cell, source);
    for (let i = 0; i < counts[which]; i++) inTest[cell[i]] = 1;
  });
}

/** Rows by model right × expert right; an expert who was not asked, or can't be judged, is a third state. */
function cellsOf(table: Table): Uint32Array[] {
  const { model, expert } = cellValues(table);
  const state = (right: Float32Array | undefined, row: number) =>
    !right || Number.isNaN(right[row]) ? 2 : right[row] >= 0.5 ? 1 : 0;
  const cells: number[][] = Array.from({ length: 9 }, () => []);
  for (let row = 0; row < table.rows; row++) {
    cells[3 * state(model, row) + state(expert, row)].push(row);
  }
  return cells.map((rows) => Uint32Array.from(rows));
}

/** Losses have no right and wrong: only who does better matters there. */
function cellValues(table: Table): { model?: Float32Array; expert?: Float32Array } {
  if (table.experts.length === 0)
    return table.label || table.modelCorrect ? { model: modelRight(table) } : {};
  const { target, model, expert } = outcomesOf(table);
  if (target === 'accuracy') return { model, expert };
  return {
    model: model.map((value, i) => +(value > expert[i])),
    expert: model.map((value, i) => +(value < expert[i])),
  };
}

/** Clusters in random order, each taken if that brings the share closer. */
function wholeClusters(
  units: Int32Array[],
  options: SplitOptions,
  rows: number,
  inTest: Uint8Array,
): void {
  const order = Uint32Array.from(units.keys());
  shuffle(order, random(options));
  const wanted = rows * options.testShare;
  let taken = 0;
  for (const which of order) {
    const unit = units[which];
    if (Math.abs(taken + unit.length - wanted) >= Math.abs(taken - wanted)) continue;
    taken += unit.length;
    for (const row of unit) inTest[row] = 1;
  }
}

/** The latest rows; rows of one moment (or of one cluster) stay together. */
function latest(table: Table, clusters: Int32Array[], share: number, inTest: Uint8Array): void {
  const time = table.time!;
  const units: ArrayLike<number>[] =
    clusters.length > 0 ? clusters : Array.from({ length: table.rows }, (_, row) => [row]);
  const dated = units.map((rows) => {
    let last = -Infinity;
    for (let i = 0; i < rows.length; i++) last = Math.max(last, time[rows[i]]);
    return { rows, last };
  });
  dated.sort((a, b) => b.last - a.last);
  const wanted = table.rows * share;
  let taken = 0;
  for (let from = 0; from < dated.length; ) {
    let to = from;
    let moment = 0;
    for (; to < dated.length && dated[to].last === dated[from].last; to++)
      moment += dated[to].rows.length;
    if (Math.abs(taken + moment - wanted) >= Math.abs(taken - wanted)) return;
    for (let unit = from; unit < to; unit++) {
      const { rows } = dated[unit];
      for (let i = 0; i < rows.length; i++) inTest[rows[i]] = 1;
    }
    taken += moment;
    from = to;
  }
}
