import { stream, type Table } from '@cede/core';
import { expect, it } from 'vitest';
import { RowIndex } from './row-index.js';

/** Few different numbers, so that rows repeat and nearly repeat. */
function table(rows: number, seed: number, labelled = true): Table {
  const random = stream(seed, 'rows');
  const values = [0, -0, 0.5, 1, Number.NaN];
  const draw = () => values[random.below(values.length)]!;
  return {
    rows,
    classes: ['a', 'b'],
    ...(labelled && { label: Int32Array.from({ length: rows }, () => random.below(2)) }),
    model: Float32Array.from({ length: 2 * rows }, draw),
    experts: [],
    columns: [{ name: 'f', values: Float32Array.from({ length: rows }, draw) }],
  };
}

const key = ({ label, model, columns }: Table, row: number) =>
  [label?.[row], model![2 * row], model![2 * row + 1], columns[0]!.values[row]].map(String).join();

it.each([true, false])('finds the rows that a Set of texts finds (labels: %s)', (labelled) => {
  const [a, b] = [table(60, 1, labelled), table(300, 2, labelled)];
  const known = new Set(Array.from({ length: a.rows }, (_, row) => key(a, row)));
  const expected = Array.from({ length: b.rows }, (_, row) => known.has(key(b, row)));
  const isKnown = new RowIndex(a).finder(b);
  expect(Array.from({ length: b.rows }, (_, row) => isKnown(row))).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});
