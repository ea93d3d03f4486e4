import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { describeCell } from '../cell/job.js';
import type { JobCounts, QueueServer } from '../server/contract.js';
import { watchSweep } from './status.js';

const NONE: JobCounts = { waiting: 0, running: 0, done: 0, failed: 0 };
const build = { name: 'x', description: 'cede x' };

/** A server on which the counts are these, one after the other. */
function serverOf(counts: readonly Partial<JobCounts>[]) {
  let looks = 0;
  const server = {
    shown: 'redis://host:6379',
    builds: async () => ({ x: 'cede x' }),
    counts: async () => ({ ...NONE, ...counts[Math.min(looks++, counts.length - 1)] }),
    workers: async () => [],
    running: async () => [],
    failures: async () => [],
  } as unknown as QueueServer;
  return { server, looks: () => looks };
}

async function watched(counts: readonly Partial<JobCounts>[], signal: AbortSignal) {
  const { server, looks } = serverOf(counts);
  const told: string[] = [];
  const onStatus = (_: unknown, lines: readonly string[]) => void told.push(lines[0]!);
  await watchSweep(server, build, { once: false, signal, onStatus, interval: 1 });
  return { told, looks: looks() };
}

test('a sweep is watched for as long as it takes, by one listener at a time', async () => {
  const { signal } = new AbortController();
  let most = 0;
  const counts = Array.from({ length: 30 }, (_, k) => ({
    ...{ done: k, running: 1 },
    get waiting() {
      most = Math.max(most, getEventListeners(signal, 'abort').length);
      return 29 - k;
    },
  }));
  const { looks } = await watched([...counts, { done: 31 }], signal);
  expect(looks).toBe(31);
  expect(most).toBeLessThan(2);
});

test('a server that forgot its cells is watched on', async () => {
  const { signal } = new AbortController();
  const { told } = await watched([{ running: 2 }, NONE, NONE, { running: 1 }, { done: 2 }], signal);
  expect(told.map((line) => line.replace(/;.*/, ''))).toEqual([
    '0 of 2 cells done (0 %), 2 running, 0 waiting, 0 failed',
    '0 of 0 cells done, 0 running, 0 waiting, 0 failed',
    '0 of 1 cells done (0 %), 1 running, 0 waiting, 0 failed',
    '2 of 2 cells done (100 %), 0 running, 0 waiting, 0 failed',
  ]);
  expect((await watched([NONE], signal)).looks).toBe(1);
});

test('a cell of a mix is told in a line', () => {
  const mix = `mix:${Array.from({ length: 9 }, (_, k) => `0.1*method-${k}`).join('+')}`;
  const told = describeCell('compare-scores/1', { method: mix, seed: 3 });
  expect(told).toBe('compare-scores/1 mix:0.1*method-0+0.1*method-1+0.1*metho… seed 3');
  expect(describeCell('compare-scores/1', { method: 'auto', seed: 3 })).toBe(
    'compare-scores/1 auto seed 3',
  );
});
