import type { Column, Table } from '../table/table.js';

/**
 * A few rows of the fitting table, as hashes: enough to notice later that rows which should be
 * new were fitted on, also where the file has another name, order, format or only a part of them.
 * The rows with the smallest hashes are kept, so the same rows are picked from any table that
 * holds them, and the share found again estimates the share of fitting rows in it.
 */
const SIZE = 64;
/** Rounded probabilities that repeat would look like the same rows: then nothing is kept. */
const LEAST_DISTINCT = 0.95;
/** Many different cases share the probabilities 0, …, 1, …, 0. */
const CERTAIN = 0.9999;

/** Rows of the fitting table as a policy remembers them. */
export interface RowSample {
  /** Empty where rows repeat: then nobody can tell. */
  readonly sample?: readonly number[];
  /** Columns that were hashed beside the model's probabilities; older policies hashed those alone. */
  readonly sampleOf?: readonly string[];
}

/** Hashes of a few rows of the fitting tables, by which they are known again. */
export function rowSample(...tables: readonly Table[]): RowSample {
  const hashes = new Uint32Array(tables.reduce((sum, { rows }) => sum + rows, 0));
  const beside = namesBeside(tables[0]);
  let rows = 0;
  for (const table of tables) {
    const hashOf = rowHasher(table, beside);
    for (let row = 0; row < table.rows; row++) {
      const hash = hashOf(row);
      if (hash !== undefined) hashes[rows++] = hash;
    }
  }
  const sorted = hashes.subarray(0, rows).sort();
  const distinct = sorted.filter((hash, k) => k === 0 || hash !== sorted[k - 1]);
  const sample = distinct.length < LEAST_DISTINCT * rows ? [] : [...distinct.subarray(0, SIZE)];
  return { sample, ...(beside && { sampleOf: beside }) };
}

/** The share of the sampled rows that a table holds too; 0 where nothing was sampled. */
export function shareSeen({ sample, sampleOf }: RowSample, table: Table): number {
  if (!sample || sample.length === 0) return 0;
  const wanted = new Set(sample);
  const found = new Set<number>();
  const hashOf = rowHasher(table, sampleOf);
  for (let row = 0; row < table.rows; row++) {
    const hash = hashOf(row);
    if (hash !== undefined && wanted.has(hash)) found.add(hash);
  }
  return found.size / sample.length;
}

/** Whether it can be told: not where rows repeat, nor without a column that they were known by. */
export function canTellSeen({ sample = [], sampleOf = [] }: RowSample, table: Table): boolean {
  const names = new Set(table.columns.map(({ name }) => name));
  return sample.length > 0 && sampleOf.every((name) => names.has(name));
}

/** Where probabilities are few (a small tree's, a rounded score's), columns tell rows apart. */
function namesBeside({ model, columns, blocks = [] }: Table): string[] | undefined {
  if (!model || columns.length + blocks.length === 0) return undefined;
  return columns.map(({ name }) => name);
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/**
 * FNV-1a over the bits of the model's probabilities and of the columns `beside` them, or of all
 * features where there are no probabilities. Nothing where a row is not one of its kind.
 */
function rowHasher(
  table: Table,
  beside: readonly string[] | undefined,
): (row: number) => number | undefined {
  const { model } = table;
  const columns = beside
    ? beside.flatMap((asked) => table.columns.find(({ name }) => name === asked) ?? [])
    : table.columns;
  const width = table.classes.length;
  const hasRest = !model || beside !== undefined;
  let hash = 0;
  const add = (value: number) => {
    float[0] = value;
    hash = Math.imul(hash ^ (bits[0] & 0xffff), 0x01000193);
    hash = Math.imul(hash ^ (bits[0] >>> 16), 0x01000193);
  };
  return (row) => {
    hash = 0x811c9dc5;
    if (model)
      for (let c = 0; c < width; c++) {
        if (!hasRest && model[row * width + c] > CERTAIN) return undefined;
        add(model[row * width + c]);
      }
    if (hasRest) {
      for (const column of columns) add(fingerprint(column, row));
      for (const { values, width, rows } of table.blocks ?? []) {
        const from = (rows ? rows[row] : row) * width;
        for (let k = from; k < from + width; k++) add(values[k]);
      }
    }
    return hash >>> 0;
  };
}

/** Of a level its name counts: its place is another in another file. */
function fingerprint({ values, levels }: Column, row: number): number {
  const value = values[row];
  if (Number.isNaN(value)) return Number.NaN;
  if (!levels) return value;
  let hash = 0x811c9dc5;
  for (const letter of levels[value]) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 8; // as a float keeps it
}
