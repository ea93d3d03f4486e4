import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../test/tables.js';
import { inputOf } from '../features/input.js';
import { methodNamed } from '../method/registry.js';
import { ratioFromScore } from '../ratio/density-ratio.js';
import { RATIO_LOSSES } from '../ratio/registry.js';
import { scoreRows } from '../scorer/runner.js';
import { takeRows } from '../table/take.js';
import { createDecider, decide } from './decide.js';
import { defaultMethod, fitPolicy } from './fit.js';
import { parsePolicy } from './parse.js';
import { printPolicy } from './print.js';
import { tune, tuneOnTraffic, withThreshold } from './tune.js';

const QUICK = { epochs: 4, hidden: [8] };
const table = randomTable({ rows: 400, columns: 1 });
const policy = fitPolicy(table, { ...QUICK, modelVersion: 'v7', hash: 'abc' });

describe('from a table to a policy', () => {
  it('calibrates on rows the scorer has not seen, and records how it was made', () => {
    expect(policy.calibration.rows).toBe(80);
    expect(policy.calibration.inSample).toBe(false);
    expect(policy).toMatchObject({
      method: 'drcpe-gce',
      experts: ['expert'],
      options: QUICK,
      modelVersion: 'v7',
      table: { rows: 400, hash: 'abc' },
      threshold: { revision: 1, chosen: { by: 'rate', rate: 0.2 } },
    });
  });

  it('share 0 calibrates in-sample and says so', () => {
    const inSample = fitPolicy(table, { ...QUICK, calibrationShare: 0, cost: 0.1 });
    expect(inSample.calibration).toMatchObject({ rows: 400, inSample: true });
    expect(inSample.threshold.chosen).toEqual({ by: 'cost', cost: 0.1 });
  });

  it('the default method depends on what the expert gives', () => {
    expect(defaultMethod(table)).toBe('drcpe-gce');
    expect(defaultMethod(randomTable({ expert: 'labels' }))).toBe('drcpe-zeroone');
    expect(defaultMethod(randomTable({ expert: 'votes' }))).toBe('drcpe-zeroone');
    expect(defaultMethod(classlessTable('losses'))).toBe('drcpe-given');
    expect(defaultMethod(classlessTable('correct'))).toBe('drcpe-zeroone');
  });

  it.each(['losses', 'correct'] as const)('tables of %s make policies without classes', (kind) => {
    const made = fitPolicy(classlessTable(kind), QUICK);
    expect(made.classes).toEqual([]);
    expect(made.calibration.target).toBe(kind === 'losses' ? 'loss' : 'accuracy');
    expect(decide(made, [], [0.3, -1]).score).toEqual(expect.any(Number));
    expect(parsePolicy(printPolicy(made))).toEqual(made);
  });

  it('reject counts a rejected case as answered right, or lost for nothing', () => {
    const rejecting = fitPolicy(table, { ...QUICK, method: 'reject' });
    expect(rejecting.experts).toEqual(['reject']);
    const { bins, rows } = rejecting.calibration;
    expect(bins.reduce((sum, bin) => sum + bin.expert, 0)).toBe(rows);
    const losses = fitPolicy(classlessTable('losses'), { ...QUICK, method: 'reject' });
    expect(losses.calibration.bins.every((bin) => bin.expert === 0 && bin.model <= 0)).toBe(true);
  });

  it('refuses what it cannot honour', () => {
    expect(() => fitPolicy(table, { method: 'oracle' })).toThrow("sees what a policy can't see");
    expect(() => fitPolicy(table, { method: 'random' })).toThrow('It belongs in comparisons only.');
    expect(() => fitPolicy(table, { calibrationShare: 1 })).toThrow(
      'fit: calibrationShare must be a number from 0 and below 1, found 1',
    );
    expect(() => fitPolicy(table, { calibrationShare: Number.NaN })).toThrow('found NaN');
    expect(() => fitPolicy(classlessTable('losses'), { method: 'conf' })).toThrow(
      "conf needs the model's class probabilities",
    );
    expect(() => fitPolicy(table, { ...QUICK, expert: 3 })).toThrow(
      'expert 4 is asked for, there are 1',
    );
    expect(() => fitPolicy(table, { ...QUICK, rate: 0.1, cost: 1 })).toThrow(
      'give exactly one of rate, cost, ratio and budget, got rate and cost',
    );
    expect(() => fitPolicy(table, { ...QUICK, members: 0 })).toThrow(
      'members must be a whole number from 1, found 0',
    );
  });
});

describe('decisions', () => {
  it('are the batch scores, compared with the threshold', () => {
    const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
    const decider = createDecider(policy);
    const [threshold] = policy.threshold.values;
    const into = { route: '', defer: false, score: 0, threshold: 0, margin: 0 };
    let deferred = 0;
    for (let i = 0; i < table.rows; i++) {
      const p = table.model!.subarray(4 * i, 4 * i + 4);
      const decision = decider.decide(p, [table.columns[0].values[i]], into);
      expect(decision).toBe(into);
      expect(decision).toEqual({
        score: scores[i],
        threshold,
        margin: scores[i] - threshold,
        defer: scores[i] <= threshold,
        route: scores[i] <= threshold ? 'expert' : 'model',
        answer: table.classes[p.indexOf(Math.max(...p))],
        probability: Math.max(...p),
      });
      deferred += +decision.defer;
      if (i < 5) expect(decide(policy, p, [table.columns[0].values[i]])).toEqual(decision);
    }
    expect(deferred).toBeGreaterThan(20);
    expect(deferred).toBeLessThan(200);
  });

  it('a score on the threshold is handed over', () => {
    const p = table.model!.subarray(0, 4);
    const { score } = decide(policy, p, [0]);
    const at = withThreshold(policy, score, { by: 'threshold' });
    expect(decide(at, p, [0])).toMatchObject({ defer: true, margin: 0, route: 'expert' });
    const below = withThreshold(policy, score - 1e-6, { by: 'threshold' });
    expect(decide(below, p, [0]).defer).toBe(false);
  });

  it('−∞ hands over nothing, +∞ everything', () => {
    const p = table.model!.subarray(0, 4);
    expect(decide(tune(policy, { rate: 0 }), p, [0]).defer).toBe(false);
    expect(decide(tune(policy, { rate: 1 }), p, [0]).defer).toBe(true);
  });
});

describe('turning the dial', () => {
  it('needs the stored calibration alone, keeps the id, counts revisions', () => {
    const read = parsePolicy(printPolicy(policy));
    for (const rate of [0.05, 0.3, 0.9]) {
      const turned = tune(read, { rate });
      expect(turned.id).toBe(policy.id);
      expect(turned.threshold.revision).toBe(2);
      const [threshold] = turned.threshold.values;
      let handed = 0;
      for (const bin of turned.calibration.bins) if (bin.edge <= threshold) handed += bin.rows;
      expect(Math.abs(handed / 80 - rate)).toBeLessThan(1 / 80);
      expect(parsePolicy(printPolicy(turned))).toEqual(turned);
    }
  });

  it('a ratio is read through the link and π', () => {
    for (const name of ['drcpe-gce', 'drcpe-gce-logistic', 'drcpe-gce-kliep']) {
      const made = fitPolicy(table, { ...QUICK, method: name, ratio: 0.8 });
      const [threshold] = made.threshold.values;
      const { ratio, pi } = made.density!;
      expect(ratioFromScore(RATIO_LOSSES[ratio], pi, threshold)).toBeCloseTo(0.8, 9);
      expect(made.threshold.chosen).toEqual({ by: 'ratio', ratio: 0.8 });
    }
    expect(() => tune(policy, { ratio: Infinity })).toThrow(
      'ratio: must be a finite number, got Infinity instead. To hand over everything use rate 1.',
    );
    const linear = fitPolicy(table, { method: 'linear' });
    expect(() => tune(linear, { ratio: 1 })).toThrow(
      'ratio: method linear estimates no density ratio.',
    );
  });

  it('on traffic: the rate of the rows that come, no labels', () => {
    const scores = Float32Array.from({ length: 1000 }, (_, i) => i / 1000);
    const turned = tuneOnTraffic(policy, scores, 0.25);
    expect(turned.threshold.values[0]).toBeCloseTo(0.2495, 6);
    expect(turned.threshold.chosen).toEqual({ by: 'rate', rate: 0.25, traffic: { rows: 1000 } });
  });

  it('asks for exactly one direction, and a number', () => {
    expect(() => tune(policy, {})).toThrow(
      'give exactly one of rate, cost, ratio and budget, got none.',
    );
    expect(() => tune(policy, { rate: 1, ratio: 1 })).toThrow('got rate and ratio');
    expect(() => withThreshold(policy, Number.NaN, { by: 'threshold' })).toThrow('got NaN');
    expect(withThreshold(policy, 0.5, { by: 'threshold' }).threshold.values).toEqual([0.5]);
  });
});

it('a policy fitted twice is the same text; the row order of calibration does not matter for the dial', () => {
  expect(printPolicy(fitPolicy(table, { ...QUICK, modelVersion: 'v7', hash: 'abc' }))).toBe(
    printPolicy(policy),
  );
  const scorer = methodNamed('linear').fit(table);
  const reversed = takeRows(table, [...Array(400).keys()].reverse());
  expect([...scorer.score(reversed)].reverse()).toEqual([...scorer.score(table)]);
});
