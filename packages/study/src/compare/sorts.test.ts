import { expect, it, vi } from 'vitest';
import { world } from '../../test/worlds.js';
import { inlineStudyRunner } from '../inline-runner.js';
import { compare } from './compare.js';

/** Every vector that was sorted, as often as it was. */
const sorted = vi.hoisted(() => [] as ArrayLike<number>[]);

vi.mock('../../../core/src/curve/order.js', async (original) => {
  const real = await original<typeof import('../../../core/src/curve/order.js')>();
  return {
    ...real,
    sortScores(scores: ArrayLike<number>) {
      sorted.push(scores);
      return real.sortScores(scores);
    },
    orderByScore(scores: ArrayLike<number>) {
      sorted.push(scores);
      return real.orderByScore(scores);
    },
  };
});

it('a comparison sorts each score vector once, with groups, costs and classes', async () => {
  const rows = 157; // of no other table or part of one
  const table = world({ rows, seed: 2 });
  const group = { names: ['a', 'b'], index: Int32Array.from({ length: rows }, (_, i) => i % 2) };
  const ask = {
    ...{ methods: ['conf', 'linear', 'diff01'], method: 'diff01', rate: 0.25, seeds: 3 },
    ...{ rates: [0.1, 0.2, 0.5], options: { epochs: 1 }, measures: { errorCost: 3 } },
  };
  const compared = await compare(
    {
      fit: { table: world({ rows: 120, seed: 1 }), hash: 'fit', name: 'fit' },
      test: { table: { ...table, group }, hash: 'test', name: 'test' },
    },
    ask,
    { runner: inlineStudyRunner() },
  );
  expect(compared.groups && compared.costs && compared.perClass.length).toBeGreaterThan(0);
  const tested = sorted.filter(({ length }) => length === rows);
  expect(new Set(tested).size).toBe(tested.length);
  // conf, linear, three seeds of diff01, the oracle, the oracle of costs, and the model's and the
  // expert's confidence for the calibration error.
  expect(tested).toHaveLength(9);
});
