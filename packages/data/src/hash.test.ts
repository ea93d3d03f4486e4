import { createHash } from 'node:crypto';
import type { Table } from '@cede/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableHash } from './hash.js';
import { sha256 } from './sha256.js';

describe('SHA-256', () => {
  it("agrees with Node's, however the bytes are cut", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (parts) => {
        const ours = sha256();
        const theirs = createHash('sha256');
        for (const part of parts) {
          ours.update(part);
          theirs.update(part);
        }
        expect(ours.finish()).toBe(theirs.digest('hex'));
      }),
    );
  });
});

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
