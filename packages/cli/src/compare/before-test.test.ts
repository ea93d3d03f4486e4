import type { Choice } from '@cede/core';
import type { NamedTable } from '@cede/study';
import { expect, it, vi } from 'vitest';
import { world } from '../../test/worlds.js';
import type { FoldRun } from '../auto/fold-pool.js';
import { fitWork } from '../auto/work.js';
import { beforeTest } from './before-test.js';
import { gridWork } from './grid.js';
import { planMethods } from './plan.js';

function halves({ onProgress }: FoldRun): void {
  for (const done of [0, 0.5, 1]) onProgress?.(done);
}

vi.mock('../auto/choose.js', () => ({
  async chooseMethod(_table: unknown, _hash: string, _options: unknown, run: FoldRun) {
    halves(run);
    return { method: 'diff01' } as Choice;
  },
}));

vi.mock('../verdict/verdict.js', async (original) => ({
  ...(await original<object>()),
  async giveVerdict(_table: unknown, _hash: string, _ask: unknown, run: FoldRun) {
    halves(run);
    return null;
  },
}));

const table = world();
const plan = (methods: string[], chosen: string) => ({
  ...planMethods(table, 0, methods, chosen),
  ...{ expert: 0, seeds: [0, 1], rates: [0.2], options: {} },
});

it.each([
  ['a verdict and a choice', ['conf', 'auto'], 'diff01'],
  ['a verdict that chooses in each fold, and a choice', ['conf'], 'auto'],
  ['a verdict alone', ['conf'], 'diff01'],
])('progress rises once from nothing to everything: %s', async (_, methods, chosen) => {
  const seen: number[] = [];
  const fit = { table, hash: 'fit' } as NamedTable;
  await beforeTest(fit, plan(methods, chosen), { onProgress: (done) => seen.push(done) });
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
