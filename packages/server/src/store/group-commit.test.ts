import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decisionRow } from '../../test/store-contract.js';
import type { Batch, Store } from './contract.js';
import { GroupCommit } from './group-commit.js';

/** A store that takes its time, and notes how many writes were under way at once. */
function slowStore() {
  let underWay = 0;
  const seen = { most: 0, rows: 0 };
  const append = async ({ decisions }: Batch) => {
    seen.most = Math.max(seen.most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay--;
    seen.rows += decisions.length;
    return { taken: [] };
  };
  return { seen, store: { append } as unknown as Store };
}

/** A store that writes when it is told to, and notes how many rows it was given each time. */
function heldStore() {
  const groups: number[] = [];
  const finish: (() => void)[] = [];
  const append = ({ decisions }: Batch) =>
    new Promise((resolve) => {
      groups.push(decisions.length);
      finish.push(() => resolve({ taken: [] }));
    });
  return { groups, finish, store: { append } as unknown as Store };
}

const wait = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('group commit', () => {
  it('has one writer, also where a full group and the patience of an open one end together', async () => {
    const { store, seen } = slowStore();
    const commit = new GroupCommit(store, { answeredBefore: true, mostTogether: 10 });
    // From here the event loop comes to timers first, then to what is to be done soon.
    await new Promise((resolve) => setImmediate(resolve));
    commit.decision(decisionRow('first'));
    wait(15); // longer than a lonely decision waits for company
    for (let k = 0; k < 25; k++) commit.decision(decisionRow(`row ${k}`));
    await commit.flush();
    expect(seen).toEqual({ most: 1, rows: 26 });
    expect(commit.depth).toBe(0);
  });

  it('begins with half of those who waited last, so that the others are decided meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['performance'] }); // a disk that takes no time
    onTestFinished(() => void vi.useRealTimers());
    const { store, groups, finish } = heldStore();
    const commit = new GroupCommit(store);
    const ask = (count: number) => {
      for (let k = 0; k < count; k++) commit.decision(decisionRow(`${groups.length} ${k}`));
    };
    ask(1000); // the first is written alone; the rest waits for it
    expect(groups).toEqual([1]);
    finish[0]();
    await new Promise((resolve) => setImmediate(resolve));
    expect(groups).toEqual([1, 999]);
    finish[1]();
    await commit.flush();
    ask(499);
    expect(groups).toEqual([1, 999]);
    ask(501);
    expect(groups).toEqual([1, 999, 500]);
    finish[2]();
    await new Promise((resolve) => setImmediate(resolve));
    expect(groups).toEqual([1, 999, 500, 500]);
    finish[3]();
    await commit.flush();
  });

  it('keeps what is in a pack until the store has it, also where the store refuses first', async () => {
    const seen: string[][] = [];
    let broken = true;
    const append = async ({ decisions }: Batch) => {
      if (broken) throw new Error('gone');
      seen.push([...decisions].map(({ id }) => id));
      return { taken: [] };
    };
    const commit = new GroupCommit({ append } as unknown as Store, { answeredBefore: true });
    commit.decision(decisionRow('answered'));
    await vi.waitUntil(() => commit.failing !== undefined);
    broken = false;
    await commit.flush();
    commit.decision(decisionRow('next'));
    await commit.flush();
    expect(seen).toEqual([['answered'], ['next']]);
  });
});
