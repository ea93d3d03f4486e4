import { fitPolicy, type Policy } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { pricedRows as table } from '../../test/priced-rows.js';
import { costsText, realisedCosts, unpricedWarning } from './costs.js';

const costMatrix = Float64Array.of(0, 7, 3, 0);
const handed = Float64Array.of(1, 0, 0, 1);
const drawing = { seed: 0, confidence: 0.95 };
const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, budget: 2 });

describe('what a policy cost', () => {
  it('answers by hand, and the budget they exceed', () => {
    const { answers, errors } = realisedCosts(policy, table, handed, drawing)!;
    // (3 + 1 + 1 + 5) / 4
    expect(answers).toMatchObject({
      mean: 2.5,
      modelAlone: 1,
      budget: { asked: 2, exceeded: true },
    });
    expect(answers!.interval.lower).toBeLessThan(2.5);
    expect(errors).toBeUndefined();
    const text = costsText({ answers: { ...answers!, interval: { lower: 2.1, upper: 3 } } });
    expect(text).toEqual([
      '  answers cost  2.5 (2.1 … 3), the model alone 1; the budget is 2',
      expect.stringMatching(/more than the budget, by more than chance/),
    ]);
    expect(costsText({ answers })[1]).toMatch(/by no more than chance explains/);
    const kept = realisedCosts(policy, table, new Float64Array(4), drawing)!;
    expect(kept.answers!.budget!.exceeded).toBe(false);
    expect(costsText(kept)).toHaveLength(1);
  });

  it('errors by the matrix for any policy; accuracy beside costs for one that learned them', () => {
    const priced = { ...table, costMatrix };
    const { errors, accuracy } = realisedCosts(policy, priced, handed, drawing)!;
    // Row 1 keeps the model's 7, row 3 takes the expert's 3.
    expect(errors).toMatchObject({ mean: 2.5, modelAlone: 3.5 });
    expect(errors!.interval.lower).toBeLessThan(errors!.interval.upper);
    expect(accuracy).toBeUndefined();
    const learned: Policy = { ...policy, method: 'drcpe-cost' };
    expect(realisedCosts(learned, priced, handed, drawing)!.accuracy).toMatchObject({
      mean: 0.5,
      modelAlone: 0.5,
    });
    expect(unpricedWarning(learned, priced)).toEqual([]);
    expect(unpricedWarning(learned, table)[0]).toContain('Give --cost-matrix again');
    expect(unpricedWarning(policy, table)).toEqual([]);
  });

  it('nothing where nothing has a price', () => {
    const [expert] = table.experts;
    const free = { ...table, modelCost: undefined, experts: [{ ...expert, cost: undefined }] };
    expect(realisedCosts(policy, free, handed, drawing)).toBeUndefined();
  });
});
