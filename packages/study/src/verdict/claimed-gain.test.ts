import { outcomesOf, splitTable } from '@cede/core';
import { expect, it } from 'vitest';
import { world } from '../../../cli/test/worlds.js';
import { claimedGain } from './claimed-gain.js';

it('claimedGain is in points over the model alone, on the half that was not fitted', () => {
  const table = world({ expert: 'labels' });
  const { test } = splitTable(table, { testShare: 0.5, seed: 0 });
  const { model, expert } = outcomesOf(test);
  const mean = (values: Float32Array) => values.reduce((a, b) => a + b, 0) / test.rows;
  const options = { seed: 0, epochs: 2 };
  expect(claimedGain(table, 0, 'drcpe-zeroone', options)).toBe(0);
  expect(claimedGain(table, 1, 'drcpe-zeroone', options)).toBeCloseTo(
    100 * (mean(expert) - mean(model)),
    4,
  );
  // Whatever is handed over, at most the cases that the model got wrong can be won.
  const [some, more] = [0.1, 0.3].map((rate) => claimedGain(table, rate, 'drcpe-zeroone', options));
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThanOrEqual(10);
  expect(more).toBeGreaterThan(some);
});
