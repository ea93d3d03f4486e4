import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { certify } from '../statistics/certificate.js';
import { thresholdValue } from '../statistics/stored-threshold.js';
import { costedSettings, settingForBudget } from './budget.js';
import type { Calibration } from './calibration.js';
import { createDecider, decide } from './decide.js';
import { fitPolicy } from './fit.js';
import { calibrationGrid } from './grid.js';
import { policyOutcomes } from './outcomes.js';
import { parsePolicy } from './parse.js';
import { policyId, printPolicy } from './print.js';
import { settingAt, settings } from './threshold.js';
import { tune, withThreshold } from './tune.js';

const table = randomTable({ rows: 400, columns: 1 });
const policy = fitPolicy(table, { epochs: 3, hidden: [8] });

/** Rates 0, ¼, ½, ¾, 1; the error is least at ½. */
const calibration: Calibration = {
  rows: 8,
  target: 'accuracy',
  inSample: false,
  bins: [
    { edge: 0.1, rows: 2, model: 0, expert: 2, modelCost: 2, expertCost: 8 },
    { edge: 0.2, rows: 2, model: 1, expert: 2, modelCost: 2, expertCost: 4 },
    { edge: 0.3, rows: 2, model: 2, expert: 1, modelCost: 2, expertCost: 2 },
    { edge: Infinity, rows: 2, model: 2, expert: 0, modelCost: 2, expertCost: 2 },
  ],
};

describe('the grid of a policy', () => {
  it('walks from the rate of least error down to nothing', () => {
    expect(calibrationGrid(calibration)).toEqual({
      thresholds: [0.2, 0.1, '-inf'],
      rates: [0.5, 0.25, 0],
    });
  });

  it('has at most 50 thresholds that the calibration can tell apart, in falling order', () => {
    const { thresholds, rates } = policy.grid!;
    expect(thresholds.length).toBeGreaterThan(2);
    expect(thresholds.length).toBeLessThanOrEqual(50);
    expect(thresholds.at(-1)).toBe('-inf');
    const reachable = new Set(Array.from(settings(policy.calibration), (s) => s.threshold));
    thresholds.forEach((stored, k) => {
      expect(reachable.has(thresholdValue(stored))).toBe(true);
      expect(settingAt(policy.calibration, thresholdValue(stored)).rate).toBe(rates[k]);
      if (k > 0) expect(rates[k]).toBeLessThan(rates[k - 1]);
    });
    const best = Math.max(...Array.from(settings(policy.calibration), ({ value }) => value));
    expect(settingAt(policy.calibration, thresholdValue(thresholds[0])).value).toBe(best);
  });

  it('files without one still load, and keep their id', () => {
    const { grid: _grid, id: _id, ...rest } = policy;
    const old = { id: policyId(rest), ...rest };
    expect(printPolicy(old)).not.toContain('"grid"');
    expect(parsePolicy(printPolicy(old))).toEqual(old);
    expect(parsePolicy(printPolicy(policy)).grid).toEqual(policy.grid);
  });
});

const rows = {
  scores: Float64Array.from({ length: 400 }, (_, i) => i / 400),
  modelValue: Float64Array.from({ length: 400 }, (_, i) => +(i > 100)),
  expertValue: new Float64Array(400).fill(1),
};

function certified(promises: { maxError?: number; maxRate?: number }) {
  const grid = { thresholds: [0.5, 0.3, '-inf' as const], rates: [0.5, 0.3, 0] };
  const certificate = certify({ grid, rows, promises });
  expect(certificate.feasible).toBe(true);
  return withThreshold(
    {
      ...policy,
      certificates: [{ ...certificate, table: { rows: 400, hash: 'cal' }, applies: true }],
    },
    thresholdValue(certificate.threshold!),
    { by: 'certificate', certificate: 0 },
  );
}

describe('a stored certificate', () => {
  it('stays in the file and does not change the id', () => {
    const stored = certified({ maxError: 0.05 });
    expect(stored.certificates[0]).toMatchObject({ applies: true, threshold: 0.3 });
    expect(stored.id).toBe(policy.id);
    expect(parsePolicy(printPolicy(stored))).toEqual(stored);
  });

  it('no longer applies once the dial is turned, and applies again when it is turned back', () => {
    const stored = certified({ maxError: 0.05 });
    const moved = withThreshold(stored, 0.29, { by: 'threshold' });
    expect(moved.certificates[0].applies).toBe(false);
    expect(tune(stored, { rate: 0.5 }).certificates[0].applies).toBe(false);
    expect(withThreshold(moved, 0.3, { by: 'threshold' }).certificates[0].applies).toBe(true);
  });

  it('of a rate alone covers every lower threshold', () => {
    const stored = certified({ maxRate: 0.2 });
    const [threshold] = stored.threshold.values;
    const at = (value: number) =>
      withThreshold(stored, value, { by: 'threshold' }).certificates[0].applies;
    expect(at(threshold - 0.01)).toBe(true);
    expect(at(threshold + 0.01)).toBe(false);
  });

  it('of a budget covers every lower threshold: handing over less costs no more', () => {
    const stored = certified({ maxError: 0.05 });
    const [one] = stored.certificates;
    const paid = { ...stored, certificates: [{ ...one, budget: { asked: 2, largest: 40 } }] };
    const at = (value: number) =>
      withThreshold(paid, value, { by: 'threshold' }).certificates[0].applies;
    expect([at(0.29), at(0.3), at(0.31)]).toEqual([true, true, false]);
    expect(parsePolicy(printPolicy(paid))).toEqual(paid);
  });

  it('of a rate and a budget together covers every lower threshold, however the budget is stored', () => {
    const stored = certified({ maxRate: 0.2 });
    const [one] = stored.certificates;
    const budget = { asked: 2, largest: 40 };
    for (const promises of [
      { maxRate: 0.2, maxError: 0.05 },
      { maxRate: 0.2, budget: 2 },
    ]) {
      const both = { ...stored, certificates: [{ ...one, promises, budget }] };
      const at = (value: number) =>
        withThreshold(both, value, { by: 'threshold' }).certificates[0].applies;
      const [threshold] = stored.threshold.values;
      expect([at(threshold - 0.01), at(threshold + 0.01)]).toEqual([true, false]);
    }
    // Beside a budget that is a promise of its own, an error is an error.
    const error = { maxError: 0.05, budget: 2 };
    const wrong = { ...stored, certificates: [{ ...one, promises: error, budget }] };
    const moved = withThreshold(wrong, stored.threshold.values[0] - 0.01, { by: 'threshold' });
    expect(moved.certificates[0].applies).toBe(false);
  });

  it('about everybody ends where groups get thresholds of their own; about one group it follows', () => {
    const stored = certified({ maxError: 0.05 });
    const one = { ...stored.certificates[0], group: { column: 'region', names: ['north'] } };
    const both = { ...stored, certificates: [...stored.certificates, one] };
    const set = (north: number) =>
      withThreshold(
        both,
        0.3,
        { by: 'threshold' },
        { column: 'region', names: ['north'], values: [north] },
      ).certificates.map(({ applies }) => applies);
    expect(set(0.3)).toEqual([false, true]);
    expect(set(0.2)).toEqual([false, false]);
  });

  it('is refused where damaged', () => {
    const stored = certified({ maxError: 0.05 });
    const text = printPolicy(stored).replace('"applies":true', '"applies":"yes"');
    expect(() => parsePolicy(text)).toThrow('certificates[0].applies must be true or false');
  });
});

describe('a budget', () => {
  it('counts the model on every case and the expert on those handed over', () => {
    expect(Array.from(costedSettings(calibration), ({ cost }) => cost)).toEqual([
      1, 2, 2.5, 2.75, 3,
    ]);
  });

  it('takes the largest rate that it pays for', () => {
    expect(settingForBudget(calibration, 2.6)).toMatchObject({ threshold: 0.2, rate: 0.5 });
    expect(settingForBudget(calibration, 2.5)).toMatchObject({ rate: 0.5, cost: 2.5 });
    expect(settingForBudget(calibration, 99)).toMatchObject({ threshold: Infinity, rate: 1 });
    expect(() => settingForBudget(calibration, 0.5)).toThrow('less than the model alone costs (1)');
    expect(() => tune(policy, { budget: 1 })).toThrow('the policy knows no costs');
    const costly = { ...policy, calibration };
    expect(tune(costly, { budget: 2 }).threshold).toMatchObject({
      values: [0.1],
      chosen: { by: 'budget', budget: 2 },
    });
  });
});

describe('a cost matrix', () => {
  // Missing class 3 costs ten times as much as any other error.
  const costMatrix = Float64Array.from({ length: 16 }, (_, i) =>
    i % 5 === 0 ? 0 : i >= 12 ? 10 : 1,
  );
  const costly = { ...table, costMatrix };

  it('sets the thresholds of drcpe-cost by cost', () => {
    const made = fitPolicy(costly, { epochs: 3, hidden: [8], method: 'drcpe-cost', cost: 0.1 });
    expect(made.calibration.target).toBe('loss');
    const { model } = policyOutcomes(made, costly);
    const answer = (i: number) => {
      const row = table.model!.subarray(4 * i, 4 * i + 4);
      return row.indexOf(Math.max(...row));
    };
    for (const i of [0, 5, 99])
      expect(-model[i]).toBeCloseTo(costMatrix[4 * table.label![i] + answer(i)], 6);
    // The stored setting is the one that is cheapest on the calibration rows.
    const total = (setting: { rate: number; value: number }) => 0.1 * setting.rate - setting.value;
    const least = Math.min(...Array.from(settings(made.calibration), total));
    expect(total(settingAt(made.calibration, made.threshold.values[0]))).toBeCloseTo(least, 9);
  });

  it('leaves other methods with right and wrong', () => {
    const made = fitPolicy(costly, { epochs: 2, hidden: [4], method: 'drcpe-zeroone' });
    expect(made.calibration.target).toBe('accuracy');
  });
});

describe('thresholds of groups', () => {
  const groups = { column: 'region', names: ['north', 'south'], values: [0.9, '-inf' as const] };
  const own = withThreshold(policy, 0.1, { by: 'threshold' }, groups);

  it('decide where the group is known; the common one decides elsewhere', () => {
    const [p, columns] = [[0.5, 0.3, 0.1, 0.1], [0]];
    const { threshold } = decide(own, p, columns);
    expect(threshold).toBe(0.1);
    expect(decide(own, p, columns, 'nowhere').threshold).toBe(0.1);
    expect(decide(own, p, columns, 'north').threshold).toBe(0.9);
    expect(decide(own, p, columns, 'south')).toMatchObject({ defer: false, threshold: -Infinity });
    const decider = createDecider(policy);
    expect(decider.decide(p, columns, undefined, 'north').threshold).toBe(
      policy.threshold.values[0],
    );
  });

  it('are a feature that a reader must know', () => {
    const text = printPolicy(own);
    expect(text).toContain('"requires": ["group-thresholds"]');
    expect(printPolicy(policy)).toContain('"requires": []');
    expect(parsePolicy(text)).toEqual(own);
    const short = text.replace('"values":[0.9,"-inf"]', '"values":[0.9]');
    expect(() => parsePolicy(short)).toThrow('1 thresholds for 2 groups');
  });

  it('go when the dial is turned for everybody', () => {
    expect(tune(own, { rate: 0.3 }).threshold.groups).toBeUndefined();
  });
});
