import type { Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { tableHash } from './hash.js';

describe("a table's hash", () => {
  const table: Table = {
    rows: 2,
    classes: ['0', '1'],
    label: Int32Array.of(0, 1),
    model: Float32Array.of(0.5, 0.5, 1, 0),
    experts: [{ name: 'expert', kind: 'labels', labels: Int32Array.of(0, -1) }],
    columns: [{ name: 'f_a', values: Float32Array.of(1, 2) }],
    id: ['a', 'b'],
  };

  it('keeps its value from version to version', () => {
    expect(tableHash(table)).toMatchInlineSnapshot(
      `"971fe624ad9bee34981afd855eb42c992c9d045c78081b48c280436eb679182a"`,
    );
  });

  it('changes with every part, but not with the name of an expert', () => {
    const expert = table.experts[0]!;
    const others: Table[] = [
      { ...table, classes: ['0', '2'] },
      { ...table, label: Int32Array.of(0, 0) },
      { ...table, model: Float32Array.of(0.5, 0.5, 0.5, 0.5) },
      { ...table, experts: [{ name: 'expert', kind: 'labels', labels: Int32Array.of(0, 0) }] },
      { ...table, experts: [{ ...expert, cost: Float32Array.of(1, 1) }] },
      { ...table, columns: [{ name: 'f_b', values: Float32Array.of(1, 2) }] },
      { ...table, weight: Float32Array.of(1, 1) },
      { ...table, id: ['a', 'c'] },
      { ...table, id: ['ab', ''] },
      { ...table, time: Float64Array.of(1, 2) },
    ];
    const hashes = [table, ...others].map((one) => tableHash(one));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(tableHash({ ...table, experts: [{ ...expert, name: 'human' }] })).toBe(hashes[0]);
  });
});
