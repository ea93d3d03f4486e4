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

/** Hashes of a few rows of the fitting tables, by which they are known again. */
export function rowSample(...tables: readonly Table[]): number[] {
  const hashes = new Uint32Array(tables.reduce((sum, { rows }) => sum + rows, 0));
  let rows = 0;
  for (const table of tables) {
    for (let row = 0; row < table.rows; row++) {
      const hash = rowHash(table, row);
      if (hash !== undefined) hashes[rows++] = hash;
    }
  }
  const sorted = hashes.subarray(0, rows).sort();
  const distinct = sorted.filter((hash, k) => k === 0 || hash !== sorted[k - 1]);
  return distinct.length < LEAST_DISTINCT * rows ? [] : [...distinct.subarray(0, SIZE)];
}

/** The share of the sampled rows that a table holds too; 0 where nothing was sampled. */
export function shareSeen(sample: readonly number[] | undefined, table: Table): number {
  if (!sample || sample.length === 0) return 0;
  const wanted = new Set(sample);
  const found = new Set<number>();
  for (let row = 0; row < table.rows; row++) {
    const hash = rowHash(table, row);
    if (hash !== undefined && wanted.has(hash)) found.add(hash);
  }
  return found.size / sample.length;
}

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** FNV-1a over the bits of the model's probabilities, or of the features where there are none. */
function rowHash(table: Table, row: number): number | undefined {
  const { model, columns } = table;
  const width = table.classes.length;
  let hash = 0x811c9dc5;
  const add = (value: number) => {
    float[0] = value;
    hash = Math.imul(hash ^ (bits[0] & 0xffff), 0x01000193);
    hash = Math.imul(hash ^ (bits[0] >>> 16), 0x01000193);
  };
  if (model) {
    for (let c = 0; c < width; c++) {
      if (model[row * width + c] > CERTAIN) return undefined;
      add(model[row * width + c]);
    }
  } else {
    for (const column of columns) add(fingerprint(column, row));
    for (const { values, width, rows } of table.blocks ?? []) {
      const from = (rows ? rows[row] : row) * width;
      for (let k = from; k < from + width; k++) add(values[k]);
    }
  }
  return hash >>> 0;
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
