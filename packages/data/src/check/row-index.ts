import type { Column, Table } from '@cede/core';
import { HashIndex, hashed, mixed, START } from './hash-index.js';

/** Rows of a table with a model, known again by their numbers: probabilities, features and label. */
export class RowIndex {
  readonly #rows: Rows;
  readonly #index: HashIndex;
  readonly #levels: readonly (readonly string[] | undefined)[];

  constructor(table: Table) {
    this.#levels = table.columns.map(({ levels }) => levels);
    const rows = rowsOf(table, this.#levels);
    this.#rows = rows;
    this.#index = new HashIndex(table.rows);
    for (let row = 0; row < table.rows; row++)
      this.#index.add(row, hashOf(rows, row), (other) => same(rows, other, rows, row));
  }

  /** Which rows of another table of the same shape are here too. */
  finder(table: Table): (row: number) => boolean {
    const rows = rowsOf(table, this.#levels);
    return (row) =>
      this.#index.find(hashOf(rows, row), (own) => same(this.#rows, own, rows, row)) >= 0;
  }
}

interface Rows {
  readonly width: number;
  readonly model: Float32Array;
  readonly columns: readonly ArrayLike<number>[];
  readonly label: ArrayLike<number> | undefined;
}

type Levels = readonly string[] | undefined;

const rowsOf = ({ classes, model, columns, label }: Table, levels: readonly Levels[]): Rows => ({
  width: classes.length,
  model: model!,
  columns: columns.map((column, c) => valuesBy(column, levels[c])),
  label,
});

/** Places among the levels of another table; those it doesn't have come after. */
function valuesBy({ levels, values }: Column, known: Levels): ArrayLike<number> {
  if (!levels || levels === known) return values;
  const places = new Map(known?.map((name, place) => [name, place]));
  const codes = levels.map((name, k) => places.get(name) ?? places.size + k);
  return values.map((place) => (Number.isNaN(place) ? place : codes[place]!));
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** Numbers that are equal have equal bits here: 0 and −0, and everything that is none. */
function bitsOf(value: number): number {
  float[0] = Number.isNaN(value) ? Number.NaN : value + 0;
  return bits[0]!;
}

function hashOf({ width, model, columns, label }: Rows, row: number): number {
  let hash = hashed(START, label ? label[row]! : -1);
  for (let k = row * width; k < (row + 1) * width; k++) hash = hashed(hash, bitsOf(model[k]!));
  for (const values of columns) hash = hashed(hash, bitsOf(values[row]!));
  return mixed(hash);
}

function same(a: Rows, i: number, b: Rows, j: number): boolean {
  const alike = (x: number, y: number) => x === y || (Number.isNaN(x) && Number.isNaN(y));
  if (a.label?.[i] !== b.label?.[j]) return false;
  for (let k = 0; k < a.width; k++)
    if (!alike(a.model[i * a.width + k]!, b.model[j * b.width + k]!)) return false;
  return a.columns.every((values, c) => alike(values[i]!, b.columns[c]![j]!));
}
