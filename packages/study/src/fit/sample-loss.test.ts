import { accuracyTarget, deferralCurve, methodNamed, splitTable, summarise } from '@cede/core';
import { expect, test } from 'vitest';
import { world } from '../../test/worlds.js';
import { sampleLoss } from './sample-loss.js';

test('the loss is what halving costs, times the share of the rows that were left out', () => {
  const sample = world({ rows: 400, seed: 1 });
  const others = world({ rows: 2000, seed: 2 });
  const found = sampleLoss({ method: 'linear' }, { table: { table: sample }, of: 1600, others })!;
  const half = splitTable(sample, { testShare: 0.5, seed: 0, purpose: 'test' }).fit;
  const areaOn = (table: typeof sample) => {
    const { model, expert } = accuracyTarget(others);
    const scores = methodNamed('linear').fit(table, {}).score(others);
    return summarise([deferralCurve(scores, model, expert)], []).area;
  };
  expect(found.area).toBeCloseTo(areaOn(sample), 6);
  expect(found.halfArea).toBeCloseTo(areaOn(half), 6);
  expect(found.loss).toBeCloseTo(0.75 * (found.area - found.halfArea), 9);
  expect(found.error).toBeGreaterThan(0);
  expect(found.error).toBeLessThan(0.01);
  expect(sampleLoss({ method: 'linear' }, { table: { table: sample }, of: 400 })).toBeUndefined();
});
