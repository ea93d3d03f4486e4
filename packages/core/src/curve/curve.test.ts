import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import type { Table } from '../table/table.js';
import { area, shareOfGap } from './area.js';
import { deferralCurve, randomLine, valueAt } from './curve.js';
import { deployed } from './deployed.js';
import { orderByScore } from './order.js';
import { marks } from './paper-marks.js';
import { rateReaching, reviewsSaved } from './reviews-saved.js';
import { deviation, summarise } from './summary.js';
import { accuracyTarget, balancedTarget, costTarget, topkTarget } from './targets.js';

interface Row {
  score: number;
  model: number;
  expert: number;
  weight: number;
}
/** Few distinct scores, so that ties are the rule. */
const rows = fc.array(
  fc.record({
    score: fc.integer({ min: -2, max: 2 }).map((n) => n / 2),
    model: fc.integer({ min: 0, max: 1 }),
    expert: fc.integer({ min: 0, max: 1 }),
    weight: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 7 },
) as fc.Arbitrary<Row[]>;
const rate = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);

const curveOf = (data: Row[], weighted = false) =>
  deferralCurve(
    data.map(({ score }) => score),
    data.map(({ model }) => model),
    data.map(({ expert }) => expert),
    weighted ? data.map(({ weight }) => weight) : undefined,
  );

/** The mean over every order that sorting may give, of the value when the first ρ·n are deferred. */
function bruteForce(data: Row[], share: number): number {
  const orders = permutations(data).filter((order) =>
    order.every((row, k) => k === 0 || order[k - 1].score <= row.score),
  );
  const values = orders.map((order) => {
    let open = share * order.length;
    let value = 0;
    for (const { model, expert } of order) {
      const taken = Math.min(1, Math.max(0, open));
      value += taken * expert + (1 - taken) * model;
      open -= 1;
    }
    return value / order.length;
  });
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, i) =>
    permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('the deferral curve', () => {
  it('is the mean over all orders of tied rows, at every rate', () => {
    const few = rows.filter((data) => data.length <= 6);
    fc.assert(
      fc.property(few, rate, (data, share) => {
        expect(valueAt(curveOf(data), share)).toBeCloseTo(bruteForce(data, share), 9);
      }),
      { numRuns: 60 },
    );
  });

  it('a row of weight w is w rows', () => {
    fc.assert(
      fc.property(rows, rate, (data, share) => {
        const repeated = data.flatMap((row) => Array<Row>(row.weight).fill(row));
        const [weighted, plain] = [curveOf(data, true), curveOf(repeated)];
        expect(valueAt(weighted, share)).toBeCloseTo(valueAt(plain, share), 9);
        expect(area(weighted)).toBeCloseTo(area(plain), 9);
      }),
    );
  });

  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(rows, rate, (data, share) => {
        const [curve, back] = [curveOf(data), curveOf([...data].reverse())];
        expect(valueAt(back, share)).toBeCloseTo(valueAt(curve, share), 9);
      }),
    );
  });

  it('runs from the model to the expert', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const mean = (key: 'model' | 'expert') =>
          data.reduce((sum, row) => sum + row[key], 0) / data.length;
        const { rates, values } = curveOf(data);
        expect([rates[0], rates.at(-1)]).toEqual([0, 1]);
        expect(values[0]).toBeCloseTo(mean('model'), 12);
        expect(values.at(-1)!).toBeCloseTo(mean('expert'), 12);
      }),
    );
  });

  it('by hand: two distinct scores and a tie', () => {
    // 0.1: rescued; 0.5 twice: one harm, one rescue.
    const curve = deferralCurve([0.5, 0.1, 0.5], [1, 0, 0], [0, 1, 1]);
    expect([...curve.rates]).toEqual([0, 1 / 3, 1]);
    expect([...curve.values]).toEqual([1 / 3, 2 / 3, 2 / 3]);
    expect(valueAt(curve, 1 / 6)).toBeCloseTo(0.5, 12);
    expect(area(curve)).toBeCloseTo((0.5 + 2 * (2 / 3)) / 3, 12);
  });

  it('random is the straight line', () => {
    expect(valueAt(randomLine(0.6, 0.9), 0.25)).toBeCloseTo(0.675, 12);
    expect(area(randomLine(0.6, 0.9))).toBeCloseTo(0.75, 12);
    const constant = deferralCurve([1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 0, 1]);
    expect(valueAt(constant, 0.3)).toBeCloseTo(valueAt(randomLine(0.5, 0.75), 0.3), 12);
  });

  it('area is the mean over all rates, numerically', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const curve = curveOf(data);
        const steps = 4 * 3 * 5 * 7 * 4; // a multiple of every n ≤ 7: corners fall between cells
        let mean = 0;
        for (let k = 0; k < steps; k++) mean += valueAt(curve, (k + 0.5) / steps) / steps;
        expect(area(curve)).toBeCloseTo(mean, 6);
      }),
      { numRuns: 30 },
    );
  });

  it('the share of the oracle–random gap, null where there is none', () => {
    expect(shareOfGap(0.8, 0.7, 0.9)).toBeCloseTo(0.5, 12);
    expect(shareOfGap(0.6, 0.7, 0.9)).toBeCloseTo(-0.5, 12);
    expect(shareOfGap(0.7, 0.7, 0.7)).toBe(null);
  });
});

describe('the order of scores', () => {
  it('the radix sort of Float32 is the stable sort, −0 and infinities included', () => {
    const value = fc.oneof(
      fc.constantFrom(0, -0, Infinity, -Infinity, 1e-45, -1e-45, 3.4e38),
      fc.float({ noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const scores = Float32Array.from(values);
        const expected = [...scores.keys()].sort((a, b) =>
          scores[a] < scores[b] ? -1 : scores[a] > scores[b] ? 1 : a - b,
        );
        expect([...orderByScore(scores)]).toEqual(expected);
        expect([...orderByScore([...scores])]).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('deployed', () => {
  it('hands over at or below the threshold; what it rescues and harms', () => {
    const result = deployed([0.1, 0.2, 0.3, 0.4], 0.3, [0, 1, 0, 1], [1, 0, 0, 1]);
    expect(result).toEqual({
      threshold: 0.3,
      rate: 0.75,
      value: 0.5,
      deferred: 3,
      rescued: 1,
      harmed: 1,
    });
    expect(deployed([0.1, 0.2], -Infinity, [1, 0], [1, 1])).toMatchObject({ rate: 0, value: 0.5 });
    expect(deployed([0.1, 0.2], Infinity, [1, 0], [1, 1])).toMatchObject({ rate: 1, value: 1 });
  });

  it('agrees with the curve at the rates that a threshold can reach', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: -3, max: 3 }), (data, at) => {
        const [scores, model, expert, weight] = (
          ['score', 'model', 'expert', 'weight'] as const
        ).map((key) => data.map((row) => row[key]));
        const result = deployed(scores, at / 2, model, expert, weight);
        expect(result.value).toBeCloseTo(valueAt(curveOf(data, true), result.rate), 9);
      }),
    );
  });
});

describe('reviews saved', () => {
  const conf = { rates: Float64Array.of(0, 0.5, 1), values: Float64Array.of(0.6, 0.7, 0.8) };
  const better = { rates: Float64Array.of(0, 0.2, 1), values: Float64Array.of(0.6, 0.75, 0.8) };
  const worse = randomLine(0.6, 0.61);

  it('the rate that reaches what the baseline reaches, and the cases between', () => {
    expect(rateReaching(better, 0.675)).toBeCloseTo(0.1, 12);
    expect(rateReaching(better, 0.5)).toBe(0);
    expect(rateReaching(better, 0.81)).toBe(null);
    const [tenth] = reviewsSaved(better, conf, [0.1], 1000);
    expect(tenth.value).toBeCloseTo(0.62, 12);
    expect(tenth.rate!).toBeCloseTo((0.02 / 0.15) * 0.2, 12);
    expect(tenth.cases!).toBeCloseTo(100 - (0.02 / 0.15) * 200, 9);
    expect(reviewsSaved(worse, conf, [0.2], 1000)[0]).toMatchObject({ rate: null, cases: null });
    for (const { cases } of reviewsSaved(conf, conf, [0.05, 0.1, 0.2], 1000))
      expect(cases!).toBeCloseTo(0, 9);
  });

  it('a baseline past its peak has the same result for less, and only that is compared', () => {
    const line = (rates: number[], values: number[]) => ({
      rates: Float64Array.from(rates),
      values: Float64Array.from(values),
    });
    const conf = line([0, 0.1, 0.3, 1], [0.5, 0.7, 0.5, 0.5]);
    const method = line([0, 0.2, 1], [0.5, 0.7, 0.8]);
    const [past, before] = reviewsSaved(method, conf, [0.2, 0.05], 1000);
    expect(past.value).toBeCloseTo(0.6, 12); // which conf has at 5 % already
    expect(past.baselineNeeds).toBeCloseTo(0.05, 12);
    expect(past.rate).toBeCloseTo(0.1, 12);
    expect(past.cases).toBeCloseTo(-50, 9);
    expect(before).toMatchObject({ baselineRate: 0.05, baselineNeeds: expect.closeTo(0.05, 12) });
    expect(before.cases).toBeCloseTo(-50, 9);
    // Against itself nothing is ever saved.
    for (const { cases } of reviewsSaved(conf, conf, [0.05, 0.2, 0.9], 1000))
      expect(cases).toBeCloseTo(0, 9);
  });

  it('first reaches: a bump before a dip counts', () => {
    const bump = {
      rates: Float64Array.of(0, 0.1, 0.2, 1),
      values: Float64Array.of(0.5, 0.7, 0.6, 0.9),
    };
    expect(rateReaching(bump, 0.65)).toBeCloseTo(0.075, 12);
    expect(rateReaching(bump, 0.7)).toBeCloseTo(0.1, 12); // the very top of the bump
    expect(rateReaching(bump, 0.9)).toBe(1);
  });
});

describe('over seeds', () => {
  it('mean ± population deviation at each rate, and the mean area', () => {
    const summary = summarise([randomLine(0.5, 0.7), randomLine(0.6, 0.8)], [0, 0.5]);
    expect(summary.seeds).toBe(2);
    [0.55, 0.65].forEach((value, k) => {
      expect(summary.mean[k]).toBeCloseTo(value, 12);
      expect(summary.std[k]).toBeCloseTo(0.05, 12);
    });
    expect(summary.area).toBeCloseTo(0.65, 12);
    expect(deviation([3])).toBe(0);
  });
});

describe('marks', () => {
  const entry = (name: string, family: string, mean: number, std = 0.125) => ({
    name,
    family,
    mean,
    std,
  });

  it('bold: the best, if no band of another family overlaps its own', () => {
    const column = [
      entry('conf', 'confidence', 66, 0),
      entry('drcpe-gce', 'drcpe', 67),
      entry('drcpe-prob01', 'drcpe', 66.95),
      entry('random', 'random', 65),
      entry('oracle', 'oracle', 80),
    ];
    expect(marks(column, 65)).toEqual({
      conf: 'none',
      'drcpe-gce': 'bold',
      'drcpe-prob01': 'none',
      random: 'none',
      oracle: 'none',
    });
  });

  it('no bold where a band of another family touches', () => {
    const column = [entry('diff01', 'comparison', 66.75), entry('drcpe-gce', 'drcpe', 67)];
    expect(Object.values(marks(column, 60))).toEqual(['none', 'none']);
  });

  it('red: closer to random than to the best, on either side of random', () => {
    const column = [
      entry('conf', 'confidence', 65.4, 0),
      entry('two-stage', 'two-stage', 64.8),
      entry('diff01', 'comparison', 66.1),
      entry('drcpe-gce', 'drcpe', 67),
    ];
    expect(marks(column, 65)).toEqual({
      conf: 'red',
      'two-stage': 'red',
      diff01: 'none',
      'drcpe-gce': 'bold',
    });
  });

  it('the best itself is never red, even below random', () => {
    const column = [entry('conf', 'confidence', 60), entry('diff01', 'comparison', 59.95)];
    expect(marks(column, 65)).toEqual({ conf: 'none', diff01: 'none' });
    expect(marks([entry('random', 'random', 1)], 1)).toEqual({ random: 'none' });
  });
});

describe('targets', () => {
  const table: Table = {
    rows: 4,
    classes: ['a', 'b', 'c'],
    label: Int32Array.of(0, 0, 0, 2),
    model: Float32Array.of(0.5, 0.3, 0.2, 0.2, 0.5, 0.3, 0.3, 0.5, 0.2, 0.1, 0.4, 0.5),
    experts: [{ name: 'person', kind: 'labels', labels: Int32Array.of(0, 0, 1, 1) }],
    columns: [],
    costMatrix: Float64Array.of(0, 1, 5, 2, 0, 1, 9, 3, 0),
  };

  it('accuracy, top-k, balanced accuracy and cost, by hand', () => {
    expect([...accuracyTarget(table).model]).toEqual([1, 0, 0, 1]);
    expect([...accuracyTarget(table).expert]).toEqual([1, 1, 0, 0]);
    // The model's second choice counts; a person's single label has none.
    expect([...topkTarget(table, 2).model]).toEqual([1, 0, 1, 1]);
    expect([...topkTarget(table, 2).expert]).toEqual([1, 1, 0, 0]);
    const { model, expert } = costTarget(table);
    expect([...model]).toEqual([-0, -1, -1, -0].map((value) => value + 0));
    expect([...expert]).toEqual([0, 0, -1, -3]);
    // Balanced: recall of a is ⅓, of c is 1; b has no rows.
    const balanced = balancedTarget(table);
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / 4;
    expect(mean(balanced.model)).toBeCloseTo((1 / 3 + 1) / 2, 12);
    expect(mean(balanced.expert)).toBeCloseTo((2 / 3 + 0) / 2, 12);
  });

  it('of losses: minus the loss', () => {
    const losses: Table = {
      rows: 2,
      classes: [],
      modelLoss: Float32Array.of(1, 2),
      experts: [{ name: 'e', kind: 'losses', losses: Float32Array.of(0.5, 3) }],
      columns: [{ name: 'x', values: Float32Array.of(0, 1) }],
    };
    const target = accuracyTarget(losses);
    expect(target.name).toBe('loss');
    expect([...target.model, ...target.expert]).toEqual([-1, -2, -0.5, -3]);
    expect(() => balancedTarget(losses)).toThrow('target balanced: the table has no label.');
  });

  it('votes count by their share', () => {
    const votes = {
      ...table,
      experts: [
        {
          name: 'v',
          kind: 'votes' as const,
          votes: Float32Array.of(3, 1, 0, 1, 1, 0, 0, 2, 0, 1, 1, 2),
        },
      ],
    };
    expect([...accuracyTarget(votes).expert]).toEqual([0.75, 0.5, 0, 0.5]);
    expect([...costTarget(votes).expert]).toEqual([-0.25, -0.5, -1, -3]);
  });
});

describe('curves refuse', () => {
  it.each([
    [() => deferralCurve([], [], []), 'curve: there are no rows.'],
    [() => deferralCurve([1, 2], [1], [1, 1]), 'curve: 2 scores but 1 model and 2 expert values.'],
    [() => deferralCurve([1, Number.NaN], [1, 1], [1, 1]), 'score of row 2 is not a number.'],
    [
      () => deferralCurve([1, 2], [1, 1], [1, Number.NaN]),
      'curve, row 2: the value of the expert is missing.',
    ],
    [() => deferralCurve([1], [1], [1], [0]), 'curve: the weights sum to 0.'],
    [() => valueAt(randomLine(0, 1), 1.1), 'rate: must lie between 0 and 1, got 1.1'],
    [() => valueAt(randomLine(0, 1), Number.NaN), 'got NaN'],
    [
      () => topkTarget(randomTable(), 4),
      'target top4: needs more than 4 classes, the table has 4.',
    ],
    [() => topkTarget(randomTable(), 0), 'loss "top0" is unknown.'],
    [() => costTarget(randomTable()), 'loss cost: the table has no cost matrix.'],
  ])('%s', (call, message) => {
    expect(call).toThrow(message);
  });
});
