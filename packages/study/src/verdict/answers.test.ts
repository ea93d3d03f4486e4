import type { Table } from '@cede/core';
import { expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { inlineStudyRunner } from '../inline-runner.js';
import { judge } from './judge.js';

it('says how the model answers, where its accuracy is not that of the most probable class', async () => {
  const costMatrix = Float64Array.of(0, 1, 9, 1, 0, 9, 9, 9, 0);
  const table: Table = { ...world({ expert: 'labels' }), costMatrix };
  const run = { runner: inlineStudyRunner() };
  const verdict = (answers: 'argmax' | 'least-cost') =>
    judge(table, { method: 'linear', training: { answers } }, run);
  const [plain, priced] = [await verdict('argmax'), await verdict('least-cost')];
  expect([plain.answers, priced.answers]).toEqual([undefined, 'least-cost']);
  expect(Math.abs(plain.modelAccuracy - priced.modelAccuracy)).toBeGreaterThan(0.005);
});
