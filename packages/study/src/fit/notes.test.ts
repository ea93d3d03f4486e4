import { fitPolicy, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { budgetOf, calibrationCost } from '../costs/policy-cost.js';
import { constantScore, matrixUnused } from './notes.js';

describe('what fit says of a cost matrix', () => {
  it('warns of methods that were named and make no use of it', () => {
    const priced = { costMatrix: Float64Array.of(0, 1, 1, 0) };
    for (const name of [undefined, 'auto', 'drcpe-marginal-cost', 'drcpe-cost-ginf+linear'])
      expect(matrixUnused(priced, name)).toEqual([]);
    expect(matrixUnused({}, 'linear')).toEqual([]);
    expect(matrixUnused(priced, 'linear')).toEqual([
      { code: 'cost-matrix-unused', method: 'linear', learns: 'drcpe-cost' },
    ]);
  });
});

describe('a constant score', () => {
  const rows = 6;
  const table = (sure: (i: number) => number): Table => ({
    rows,
    classes: ['x', 'y'],
    label: new Int32Array(rows),
    model: Float32Array.from({ length: 2 * rows }, (_, k) =>
      k % 2 ? 1 - sure(k >> 1) : sure(k >> 1),
    ),
    experts: [
      {
        name: 'e',
        kind: 'labels',
        labels: new Int32Array(rows),
        cost: new Float32Array(rows).fill(2),
      },
    ],
    columns: [],
  });

  it('is warned of, and only then', () => {
    const options = { method: 'conf', calibrationShare: 0, budget: 1 };
    expect(
      constantScore(
        fitPolicy(
          table(() => 0.75),
          options,
        ),
      )[0],
    ).toEqual({ code: 'constant-score', method: 'conf', trained: false });
    const varied = fitPolicy(
      table((i) => 0.6 + 0.05 * i),
      options,
    );
    expect(constantScore(varied)).toEqual([]);
    // Three of six cases at 2 each.
    expect([calibrationCost(varied), budgetOf(varied)]).toEqual([1, 1]);
  });
});
