import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { deferralCurve, valueAt } from '../curve/curve.js';
import { accuracyTarget, balancedTarget, costTarget, topkTarget } from '../curve/targets.js';
import { fitPolicy } from '../policy/fit.js';
import { stream } from '../random/stream.js';
import { observedValues, observedWeights } from './observed.js';
import type { Expert, Table } from './table.js';
import { takeRows } from './take.js';

const ROWS = 20_000;
type Labels = Extract<Expert, { kind: 'labels' }>;

/** Like a service's log: unsure cases were asked about often, sure ones seldom; p is known. */
function logged(): { whole: Table; log: Table } {
  const whole = randomTable({ rows: ROWS, expert: 'labels' });
  const random = stream(5, 'who was asked');
  const confidence = (i: number) => Math.max(...whole.model!.subarray(4 * i, 4 * i + 4));
  const propensity = Float32Array.from({ length: ROWS }, (_, i) =>
    confidence(i) < 0.6 ? 0.9 : 0.1,
  );
  const expert = whole.experts[0] as Labels;
  const labels = expert.labels.map((label, i) => (random.uniform() < propensity[i] ? label : -1));
  return {
    whole: { ...whole, costMatrix: Float64Array.from({ length: 16 }, (_, i) => +(i % 5 !== 0)) },
    log: {
      ...whole,
      costMatrix: Float64Array.from({ length: 16 }, (_, i) => +(i % 5 !== 0)),
      experts: [{ ...expert, labels, propensity }],
    },
  };
}

describe('an expert who was asked about some rows', () => {
  const { whole, log } = logged();

  it('weighs O/p, scaled to mean 1; nothing where all were asked', () => {
    const value = Float32Array.of(1, Number.NaN, 0, 1);
    const table: Table = {
      rows: 4,
      classes: [],
      experts: [
        {
          name: 'e',
          kind: 'correct',
          correct: value,
          propensity: Float32Array.of(0.5, 0.5, 0.25, 1),
        },
      ],
      columns: [],
    };
    // O/p = 2, 0, 4, 1: their mean 7/4 becomes 1.
    const weights = observedWeights(table, 0, value)!;
    [8 / 7, 0, 16 / 7, 4 / 7].forEach((weight, i) => {
      expect(weights[i]).toBeCloseTo(weight, 12);
    });
    expect(observedWeights(table, 0, [1, 1, 1, 1])).toBeUndefined();
    expect([...observedValues(table, 0, [1, 1, 1, 1], value)]).toEqual(
      [1, 1, 1 - 16 / 7, 1].map((number) => expect.closeTo(number, 12)),
    );
  });

  it('row weights count as rows', () => {
    const small = takeRows(log, [...Array(60).keys()]);
    const weighted = { ...small, weight: Float32Array.from({ length: 60 }, (_, i) => 1 + (i % 2)) };
    const repeated = takeRows(
      small,
      [...Array(60).keys()].flatMap((i) => (i % 2 ? [i, i] : [i])),
    );
    const value = (table: Table) => accuracyTarget(table).expert;
    const [one, two] = [value(weighted), value(repeated)];
    let at = 0;
    for (let i = 0; i < 60; i++) {
      expect(one[i]).toBeCloseTo(two[at], 9);
      at += 1 + (i % 2);
    }
  });

  it.each([
    ['accuracy', accuracyTarget],
    ['top-2', (table: Table) => topkTarget(table, 2)],
    ['balanced', balancedTarget],
    ['cost', costTarget],
  ] as const)(
    'the %s curve of the log is the curve of all answers, up to noise',
    (_name, target) => {
      const scores = Float32Array.from({ length: ROWS }, (_, i) =>
        Math.max(...whole.model!.subarray(4 * i, 4 * i + 4)),
      );
      const curve = (table: Table) => {
        const { model, expert } = target(table);
        return deferralCurve(scores, model, expert);
      };
      const [truth, estimate] = [curve(whole), curve(log)];
      for (const rate of [0.1, 0.3, 0.6, 1])
        expect(Math.abs(valueAt(estimate, rate) - valueAt(truth, rate))).toBeLessThan(0.03);
    },
  );

  it('calibration hands over the asked share of all rows, not of the asked ones', () => {
    const policy = fitPolicy(log, { method: 'conf', rate: 0.3 });
    const [threshold] = policy.threshold.values;
    let below = 0;
    for (let i = 0; i < ROWS; i++)
      below += +(Math.max(...whole.model!.subarray(4 * i, 4 * i + 4)) <= threshold);
    expect(below / ROWS).toBeCloseTo(0.3, 1);
    expect(policy.calibration.rows).toBe(ROWS / 5);
  });
});
