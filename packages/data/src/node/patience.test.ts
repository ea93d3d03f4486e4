import { expect, it } from 'vitest';
import { Problems } from '../problems.js';
import { selectBatches } from './duckdb-batches.js';
import { NoProgress, withPatience } from './patience.js';

const never = new Promise<never>(() => undefined);

it('gives what comes in time, and gives up what does not', async () => {
  expect(await withPatience(Promise.resolve(7), 50)).toBe(7);
  await expect(withPatience(Promise.reject(new Error('no')), 50)).rejects.toThrow('no');
  await expect(withPatience(never, 50)).rejects.toThrow(
    'reading made no progress for 0.05 seconds',
  );
});

it('does not count the time in which this process was busy', async () => {
  const soon = new Promise<string>((resolve) => setTimeout(resolve, 20, 'done'));
  const waiting = withPatience(soon, 100);
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect(await waiting).toBe('done');
});

it('stops a query that gives nothing', async () => {
  const endless = {
    asked: [{ want: { field: 'i', as: 'float64', width: 1 } as const, expressions: ['1.0'] }],
    from: 'range(1000000000) a, range(1000000000) b WHERE a.range + b.range < 0',
    isWhole: () => true,
    patience: 300,
  };
  const start = performance.now();
  await expect(selectBatches(endless, new Problems()).next()).rejects.toThrow(NoProgress);
  expect(performance.now() - start).toBeLessThan(20_000);
});
