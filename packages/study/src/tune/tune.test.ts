import { fitPolicy, inputOf, scoreRows, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../../cli/test/worlds.js';
import type { TuneSetting } from './contract.js';
import { TUNE_MODES, tuneMode } from './registry.js';
import { tune } from './tune.js';

const priced = (table: Table): Table => ({
  ...table,
  experts: table.experts.map((expert) => ({
    ...expert,
    cost: new Float32Array(table.rows).fill(2),
  })),
  group: { names: ['a', 'b'], index: Int32Array.from({ length: table.rows }, (_, i) => i % 2) },
});
const table = priced(world({ rows: 300 }));
const policy = fitPolicy(table, { method: 'drcpe-zeroone', epochs: 2, rate: 0.2 });
const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
const shareBelow = (threshold: number, of: (row: number) => boolean = () => true) => {
  const rows = Array.from(scores.keys()).filter(of);
  return rows.filter((row) => scores[row] <= threshold).length / rows.length;
};

/** One setting for every mode. */
const settings: readonly TuneSetting[] = [
  { rate: 0.5 },
  { cost: 0.1 },
  { densityRatio: 1 },
  { budget: 0.8 },
  { rate: 0.4, traffic: table },
  { rate: 0.4, perGroup: { table, column: 'site' } },
];

describe('tune', () => {
  it('has a way for every setting, and every way is one of them', () => {
    expect(new Set(settings.map(tuneMode))).toEqual(new Set(TUNE_MODES));
  });

  it.each(settings)(
    '%j sets a new revision and leaves the policy it was given alone',
    (setting) => {
      const before = JSON.stringify(policy.threshold);
      const tuned = tune(policy, setting);
      expect(tuned.policy.threshold.revision).toBe(policy.threshold.revision + 1);
      expect(tuned.policy.id).toBe(policy.id);
      expect(JSON.stringify(policy.threshold)).toBe(before);
      expect(tuned.setting.rate).toBeGreaterThanOrEqual(0);
    },
  );

  it('keeps the rate on the traffic it was set on, and in every group', () => {
    const { policy: set, traffic } = tune(policy, { rate: 0.4, traffic: table });
    expect(traffic!.rate).toBeCloseTo(0.4, 2);
    expect(shareBelow(set.threshold.values[0])).toBe(traffic!.rate);
    const { groups } = tune(policy, { rate: 0.4, perGroup: { table, column: 'site' } }).policy
      .threshold;
    for (const g of [0, 1])
      expect(shareBelow(groups!.values[g] as number, (row) => row % 2 === g)).toBeCloseTo(0.4, 1);
  });

  it('takes rows as any other question does: as read, or as a program made them', () => {
    const named = { table, name: 'today.csv', hash: 'h', issues: [] };
    expect(tune(policy, { rate: 0.4, traffic: named })).toEqual(
      tune(policy, { rate: 0.4, traffic: table }),
    );
    const perGroup = { table: { table, hash: 'h' }, column: 'site' };
    expect(tune(policy, { rate: 0.4, perGroup }).policy.threshold).toEqual(
      tune(policy, { rate: 0.4, perGroup: { table, column: 'site' } }).policy.threshold,
    );
  });

  it('spends no more than a budget on the calibration rows', () => {
    const { cost } = tune(policy, { budget: 0.8 });
    expect(cost).toBeLessThanOrEqual(0.8);
    expect(cost).toBeGreaterThan(0.7);
  });

  it('refuses none, and two ways at once', () => {
    expect(() => tune(policy, {})).toThrow(/give exactly one of .*; got nothing/);
    expect(() => tune(policy, { rate: 0.1, cost: 1 })).toThrow(/got rate and cost/);
    expect(() => tune(policy, { traffic: table })).toThrow(/rate with traffic/);
  });
});
