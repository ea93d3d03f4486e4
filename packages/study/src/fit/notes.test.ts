import { fitPolicy, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { budgetOf, calibrationCost } from '../costs/policy-cost.js';
import { constantScore, methodFor } from './notes.js';

describe('what fit says of a cost matrix', () => {
  it('without a method takes the one that learns from it; others are warned of', () => {
    const priced = { costMatrix: Float64Array.of(0, 1, 1, 0) };
    expect(methodFor(priced, undefined)).toEqual({
      method: 'drcpe-cost',
      notes: [{ code: 'cost-matrix-method', method: 'drcpe-cost' }],
    });
    expect(methodFor({}, undefined)).toEqual({ method: undefined, notes: [] });
    expect(methodFor(priced, 'drcpe-marginal-cost')).toMatchObject({ notes: [] });
    expect(methodFor(priced, 'linear')).toEqual({
      method: 'linear',
      notes: [{ code: 'cost-matrix-unused', method: 'linear', learns: 'drcpe-cost' }],
    });
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
