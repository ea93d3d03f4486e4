import { caseCosts, deferralCurve, rankScores } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { pricedRows as table } from '../../test/priced-rows.js';
import { costReport } from './cost-report.js';

describe('what a case costs', () => {
  it('the model always, the expert where asked, errors at their price', () => {
    const { kept, handed, largest } = caseCosts(table, 0, 10);
    expect([...kept]).toEqual([11, 11, 1, 1]);
    expect([...handed]).toEqual([3, 13, 5, 15]);
    expect(largest).toBe(15);
  });

  it('by a matrix: truth by answer', () => {
    const costMatrix = Float64Array.of(0, 7, 3, 0);
    const { kept, handed, largest } = caseCosts({ ...table, costMatrix }, 0);
    expect([...kept]).toEqual([8, 8, 1, 1]);
    expect([...handed]).toEqual([3, 10, 5, 8]);
    expect(largest).toBe(12);
  });

  it('an answer that is missing has no price; no costs at all are refused', () => {
    const labels = Int32Array.of(-1, 1, 1, 0);
    const { handed } = caseCosts(
      { ...table, experts: [{ name: 'e', kind: 'labels', labels }] },
      0,
      10,
    );
    expect(handed[0]).toBeNaN();
    const bare = {
      ...table,
      modelCost: undefined,
      experts: [{ name: 'e', kind: 'labels' as const, labels }],
    };
    expect(() => caseCosts(bare, 0)).toThrow('the table has no costs');
  });
});

describe('the curve against cost', () => {
  const scores = Float32Array.of(0, 1, 2, 3);
  const right = [Float32Array.of(0, 0, 1, 1), Float32Array.of(1, 0, 1, 0)];
  const method = {
    name: 'm',
    scores: [rankScores(scores)],
    curves: [deferralCurve(scores, right[0], right[1])],
  };

  it('is lowest where the saving ends, and says what a budget buys', () => {
    const options = { chosen: 'm', rate: 0.5, rates: [0, 0.25, 0.5, 1], errorCost: 10, seed: 0 };
    const { report, curves } = costReport([method], table, 0, options);
    expect(report.modelAlone).toBe(6);
    expect(report.expertAlways).toBe(9);
    // Handing over the first row alone: (3 + 11 + 1 + 1) / 4.
    expect(report.cheapest).toMatchObject({ rate: 0.25, cost: 4, value: 0.75 });
    // At the headline's rate, on a stop of the curve and between two of them.
    expect(report.finding).toMatchObject({ rate: 0.5, cost: 4.5, spent: 2, value: 0.75 });
    const between = costReport([method], table, 0, { ...options, rate: 0.125 }).report.finding;
    expect(between.cost).toBeCloseTo(5, 9);
    expect(report.cheapest.lower).toBeLessThanOrEqual(0.25);
    expect(report.cheapest.upper).toBeGreaterThanOrEqual(0.25);
    // Answers alone cost 1, then 1.5, 2, 3, 4 with each row handed over: 2.5 pays for 2½ rows.
    const bought = (budget: number) =>
      costReport([method], table, 0, { ...options, budget }).report.budget!.point;
    // Between two stops of the curve too: a rate beside it that spends less is no larger.
    expect(bought(2.5)!.rate).toBeCloseTo(0.625, 9);
    expect(bought(2.5)!.cost).toBeCloseTo(5, 9);
    expect(bought(2.5)!.spent).toBeCloseTo(2.5, 9);
    expect(bought(1)!.rate).toBe(0);
    expect(bought(9)!.rate).toBe(1);
    expect(bought(0.9)).toBeNull();
    // By hand, with 0, 1, 2 and 4 rows handed over: in this order, and as one who knows would.
    expect(report.methods).toMatchObject({
      m: { mean: [6, 4, 4.5, 9], spent: [1, 1.5, 2, 4], cheapest: { rate: 0.25, cost: 4 } },
      random: { mean: [6, 6.75, 7.5, 9], spent: [1, 1.75, 2.5, 4], cheapest: { rate: 0 } },
      oracle: { mean: [6, 4, 4.5, 9], spent: [1, 1.5, 2, 4] },
    });
    expect(curves.spendingDiffers).toBe(true);
    expect(curves.methods[0].values).toHaveLength(101);
    // Four rows drawn again: the band is wide, and the estimate inside.
    const { mean, lower, upper } = report.methods.m;
    mean.forEach((cost, k) => {
      expect(lower![k]).toBeLessThan(cost);
      expect(upper![k]).toBeGreaterThan(cost);
    });
  });

  it('spends along one axis where every answer costs the same', () => {
    const [expert] = table.experts;
    const even = { ...table, experts: [{ ...expert, cost: new Float32Array(4).fill(0.3) }] };
    const options = { chosen: 'm', rate: 0.5, rates: [0.5], errorCost: 10, seed: 0 };
    expect(costReport([method], even, 0, options).curves.spendingDiffers).toBe(false);
    const free = { ...table, modelCost: undefined, experts: [{ ...expert, cost: undefined }] };
    const { report, curves } = costReport([method], free, 0, options);
    expect(curves.spendingDiffers).toBe(false);
    expect(report.methods.m).toMatchObject({ mean: [2.5], spent: [0] });
  });
});
