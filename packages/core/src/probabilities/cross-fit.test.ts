import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { inputOf } from '../features/input.js';
import { diff01 } from '../method/diff01.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import type { Table } from '../table/table.js';
import { crossFit, truthOf } from './cross-fit.js';

const table = randomTable({ rows: 200, classes: 4 });

const withLabel = (row: number, label: number): Table => ({
  ...table,
  label: table.label!.map((y, i) => (i === row ? label : y)),
});

describe('cross-fitted features', () => {
  const before = crossFit(table);
  const rowOf = ({ features }: typeof before, i: number) => [
    ...features.subarray(3 * i, 3 * i + 3),
  ];

  it.each([0, 17, 199])('of row %i do not depend on its own label, others do', (row) => {
    const after = crossFit(withLabel(row, (table.label![row] + 1) % 4));
    // The start of the search is the calibration of all rows, so the last digits may differ.
    for (const [k, value] of rowOf(after, row).entries())
      expect(value).toBeCloseTo(rowOf(before, row)[k], 4);
    const moved = Array.from({ length: 200 }, (_, i) => i).filter(
      (i) => Math.abs(rowOf(after, i)[0] - rowOf(before, i)[0]) > 1e-4,
    );
    expect(moved.length).toBeGreaterThan(50);
    expect(after.calibration).not.toEqual(before.calibration);
  });

  it('rows of one cluster are left out together', () => {
    const index = Int32Array.from({ length: 200 }, (_, i) => Math.floor(i / 10));
    const names = Array.from({ length: 20 }, (_, k) => `${k}`);
    const clustered = { ...table, cluster: { names, index } };
    const plain = crossFit(clustered);
    const changed = crossFit({ ...clustered, label: withLabel(31, 0).label });
    for (let i = 30; i < 40; i++) expect(rowOf(changed, i)[0]).toBeCloseTo(rowOf(plain, i)[0], 4);
  });

  it('are what a fit sees; new rows are seen through the calibration of all rows', () => {
    const { features, input } = fitFeatures(table, 'calibrated');
    expect(input.calibrated).toEqual(before.features);
    expect(features.calibrated).toMatchObject(before.calibration);
    expect(inputOf(table, features).calibrated).toBeUndefined();
  });

  it('votes count by the class most voted for; rows without truth count nothing', () => {
    const votes = Float32Array.of(0, 2, 1, 0, 0, 0, 0, 0);
    const voted: Table = { ...table, rows: 2, label: undefined, labelVotes: votes };
    expect([...truthOf(voted)]).toEqual([1, -1]);
  });
});

it('a policy with calibrated inputs goes through its file and says what its reader must know', () => {
  const policy = fitPolicy(table, { method: 'diff01', features: 'calibrated', epochs: 2 });
  const text = printPolicy(policy);
  expect(text).toContain('"requires": ["calibrated-inputs"]');
  expect(parsePolicy(text)).toEqual(policy);
  const scores = diff01.fit(table, { features: 'calibrated', epochs: 2 }).score(table);
  expect(new Set(scores).size).toBeGreaterThan(100);
});
