import type { Choice } from '@cede/core';
import { expect, it, vi } from 'vitest';
import { world } from '../../test/worlds.js';
import { fitWork } from '../folds/work.js';
import { inlineStudyRunner } from '../inline-runner.js';
import { planMethods } from '../plan/plan.js';
import type { Run } from '../run/run.js';
import { gridWork } from '../scores/score-methods.js';
import { beforeTest } from './plan-comparison.js';

function halves({ onProgress }: Run): void {
  for (const done of [0, 0.5, 1]) onProgress?.({ step: 'cross-validation', done });
}

vi.mock('../choose/choose.js', () => ({
  async choose(_table: unknown, _options: unknown, run: Run) {
    halves(run);
    return { method: 'diff01' } as Choice;
  },
}));

vi.mock('../verdict/judge.js', async (original) => ({
  ...(await original<object>()),
  async judge(_table: unknown, _ask: unknown, run: Run) {
    halves(run);
    return null;
  },
}));

const table = world();
const plan = (methods: string[], chosen: string) => ({
  ...planMethods(table, 0, methods, chosen),
  ...{ expert: 0, seeds: [0, 1], rates: [0.2], options: {} },
  calibrationShare: 0.2,
});

it.each([
  ['a verdict and a choice', ['conf', 'auto'], 'diff01'],
  ['a verdict that chooses in each fold, and a choice', ['conf'], 'auto'],
  ['a verdict alone', ['conf'], 'diff01'],
])('progress rises once from nothing to everything: %s', async (_, methods, chosen) => {
  const seen: number[] = [];
  await beforeTest({ table, hash: 'fit' }, plan(methods, chosen), {
    runner: inlineStudyRunner(),
    onProgress: ({ done }) => seen.push(done),
  });
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect([seen[0], seen.at(-1)]).toEqual([0, 1]);
});

it('a choice weighs as the many fits that it is', () => {
  expect(fitWork('auto', 1000)).toBeGreaterThan(40 * fitWork('drcpe-gce', 1000));
  expect(fitWork('auto', 1e6)).toBeLessThan(fitWork('auto', 1000));
  // Of two seeds and a policy, each a fit; what trains nothing hardly counts.
  expect(gridWork(plan(['conf'], 'diff01'), 1000)).toBeCloseTo(3, 0);
  expect(gridWork(plan(['conf'], 'auto'), 1000)).toBeGreaterThan(fitWork('auto', 1000));
});
