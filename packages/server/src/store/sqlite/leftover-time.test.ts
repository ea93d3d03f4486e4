import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { LeftoverTime } from './leftover-time.js';

/** What Linux calls SCHED_OTHER and SCHED_IDLE. */
const [USUAL, IDLE] = [0, 5];
const canStepBack =
  process.platform === 'linux' &&
  spawnSync('sh', ['-c', 'chrt -i -p 0 $$ && chrt -o -p 0 $$']).status === 0;

/** A process has one thread of its own number. */
const sleeper = spawn('sleep', ['60']);
afterAll(() => void sleeper.kill());

function policyOf(thread: number): number {
  const stat = readFileSync(`/proc/${thread}/stat`, 'utf8');
  // Field 41; the name before it, in brackets, may hold spaces.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]);
}

describe.skipIf(!canStepBack)('a thread with leftover time (needs Linux and the right)', () => {
  it('steps back, and comes forward while a write is late', async () => {
    const thread = sleeper.pid!;
    const leftover = new LeftoverTime();
    expect(policyOf(thread)).toBe(USUAL);
    await leftover.start(thread);
    expect([policyOf(thread), leftover.steppedBack[0]]).toEqual([IDLE, 1]);

    expect(await leftover.watch(Promise.resolve('written'))).toBe('written');
    expect(policyOf(thread)).toBe(IDLE);

    let written = () => {};
    const writing = leftover.watch(new Promise<void>((resolve) => (written = resolve)));
    await vi.waitUntil(() => policyOf(thread) === USUAL);
    expect(leftover.steppedBack[0]).toBe(0);
    written();
    await writing;
    leftover.end();
  });

  it('has its full share for the last writes', async () => {
    const leftover = new LeftoverTime();
    await leftover.start(sleeper.pid!);
    leftover.end();
    await vi.waitUntil(() => policyOf(sleeper.pid!) === USUAL);
  });

  it('stays as it is where its number is not known', async () => {
    const leftover = new LeftoverTime();
    await leftover.start(0);
    expect(leftover.steppedBack[0]).toBe(0);
  });
});
