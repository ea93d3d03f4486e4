import { fitPolicy, type Table } from '@cede/core';
import { budgetOf, calibrationCost } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { constantScoreWarning, costMethod, unusedMatrixWarning } from './notes.js';

const costMatrix = 'costs.csv';

describe('what fit says of a cost matrix', () => {
  it('without a method takes the one that learns from it; others are warned of', () => {
    const { flags, notes } = costMethod<{ costMatrix: string; method?: string }>({ costMatrix });
    expect(flags.method).toBe('drcpe-cost');
    expect(notes[0]).toContain('auto compares accuracies');
    expect(unusedMatrixWarning(flags)).toEqual([]);
    expect(costMethod({})).toEqual({ flags: {}, notes: [] });
    const named = { costMatrix, method: 'linear' };
    expect(costMethod(named)).toEqual({ flags: named, notes: [] });
    expect(unusedMatrixWarning(named)[0]).toMatch(/^linear makes no use of the cost matrix/);
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
      constantScoreWarning(
        fitPolicy(
          table(() => 0.75),
          options,
        ),
      )[0],
    ).toMatch(/^conf gives every calibration row the same score.*Try another --method/);
    const varied = fitPolicy(
      table((i) => 0.6 + 0.05 * i),
      options,
    );
    expect(constantScoreWarning(varied)).toEqual([]);
    // Three of six cases at 2 each.
    expect([calibrationCost(varied), budgetOf(varied)]).toEqual([1, 1]);
  });
});
