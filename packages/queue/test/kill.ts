import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stream } from '@cede/core';
import { hashOf } from '@cede/run';
import { expect } from 'vitest';
import { openServerAndStore } from '../src/index.js';
import { startRedis } from './redis.js';
import { BUILD, HASTY, numbers, runHere, runQueued, world } from './world.js';

/** Enough that some are left after the last kill, however long a worker takes to start. */
const CELLS = { first: 30, perKill: 25 };

/** Milliseconds that a cell takes on a worker. */
const PAUSE = 200;

/**
 * Two workers do cells; one of them, drawn at random, is killed with -9 at a random moment in
 * mid-cell and replaced, so many times. In the end every cell must be in the ledger exactly once,
 * with the bytes of an unbroken run.
 */
export async function killWorkers(kills: number): Promise<void> {
  const redis = await startRedis();
  const here = world();
  const random = stream(kills, 'kills');
  const cells = Array.from({ length: CELLS.first + CELLS.perKill * kills }, (_, seed) =>
    numbers(seed),
  );
  let workers: ChildProcess[] = [];
  const start = async () => {
    const settings = JSON.stringify({ jobs: 1, settings: HASTY });
    const script = new URL('./work.js', import.meta.url).pathname;
    const child = spawn(process.execPath, [script, redis.url, settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout!, 'data');
    return child;
  };
  try {
    workers = await Promise.all([start(), start()]);
    let isOver = false;
    const run = runQueued(redis.url, cells, {
      ...here,
      context: { ...here.context, pause: PAUSE },
    }).finally(() => {
      isOver = true;
    });
    run.catch(() => undefined);
    for (let kill = 0; kill < kills; kill++) {
      const before = here.computed().length;
      await expect.poll(() => here.computed().length, { timeout: 60_000 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, random.below(100)));
      const victim = random.below(2);
      workers[victim].kill('SIGKILL');
      await once(workers[victim], 'exit');
      expect(isOver, 'the cells ran out before the kills').toBe(false);
      workers[victim] = await start();
    }
    await run;
    await runHere(cells, here);
    expect(here.cellFiles('queued')).toEqual(here.cellFiles('here'));
    expect(Object.keys(here.cellFiles('queued'))).toHaveLength(cells.length);
    const { server } = await openServerAndStore({ queue: redis.url }, BUILD);
    expect(await server.counts()).toEqual({
      waiting: 0,
      running: 0,
      done: cells.length,
      failed: 0,
    });
    expect(redis.cli('keys', 'cede:result:*').split('\n').sort()).toEqual(
      cells.map((cell) => `cede:result:${hashOf(cell)}`).sort(),
    );
    await server.close();
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    redis.stop();
    here.remove();
  }
}
