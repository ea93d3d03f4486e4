import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startProcess } from '../../../test/kill.js';
import { temporaryFolder, worldText } from '../../../test/world.js';
import { LeftoverTime } from './leftover-time.js';

/** What Linux calls SCHED_OTHER and SCHED_IDLE. */
const [USUAL, IDLE] = [0, 5];
const canStepBack =
  process.platform === 'linux' &&
  spawnSync('sh', ['-c', 'chrt -i -p 0 $$ && chrt -o -p 0 $$']).status === 0;

/** A process has one thread of its own number. */
const sleeper = spawn('sleep', ['60']);
afterAll(() => void sleeper.kill());

function policyOf(thread: number | string): number {
  const stat = readFileSync(`/proc/${thread}/stat`, 'utf8');
  // Field 41; the name before it, in brackets, may hold spaces.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]);
}

describe.skipIf(!canStepBack)('a thread with leftover time (needs Linux and the right)', () => {
  it('steps back, and comes forward while its work is late', async () => {
    const thread = sleeper.pid!;
    const leftover = new LeftoverTime();
    expect(policyOf(thread)).toBe(USUAL);
    await leftover.start(thread);
    expect([policyOf(thread), leftover.steppedBack[0]]).toEqual([IDLE, 1]);

    expect(await leftover.watch(Promise.resolve('written'))).toBe('written');
    expect(policyOf(thread)).toBe(IDLE);

    let finish = () => {};
    const work = leftover.watch(new Promise<void>((resolve) => (finish = resolve)));
    await vi.waitUntil(() => policyOf(thread) === USUAL);
    expect(leftover.steppedBack[0]).toBe(0);
    finish();
    await work;
    leftover.end();
  });

  it('comes forward also where it stepped back in the middle of its work', async () => {
    const leftover = new LeftoverTime();
    let finish = () => {};
    const work = leftover.watch(new Promise<void>((resolve) => (finish = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 250)); // longer than what is late
    await leftover.start(sleeper.pid!);
    await vi.waitUntil(() => policyOf(sleeper.pid!) === USUAL);
    finish();
    await work;
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

  it.each([
    ['relaxed', 1],
    ['strict', 0],
  ] as const)('of a service: %s has %i', async (durability, idle) => {
    const folder = temporaryFolder();
    const policy = folder.at('policy.json');
    writeFileSync(policy, worldText());
    const store = folder.at('log.db');
    const args = [policy, '--port', '0', '--store', store, '--durability', durability];
    const { child } = await startProcess(args);
    const count = () =>
      readdirSync(`/proc/${child.pid}/task`).filter(
        (thread) => policyOf(`${child.pid}/task/${thread}`) === IDLE,
      ).length;
    if (idle > 0) await vi.waitUntil(() => count() === idle, 5000);
    else await new Promise((resolve) => setTimeout(resolve, 300));
    expect(count()).toBe(idle);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
    folder.remove();
  });
});
