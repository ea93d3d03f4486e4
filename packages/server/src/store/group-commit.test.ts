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

  it('has half of those who waited written, while the others are decided and then wait their turn', async () => {
    vi.useFakeTimers({ toFake: ['performance'] }); // a disk that takes no time
    onTestFinished(() => void vi.useRealTimers());
    const { store, groups, finish } = heldStore();
    const commit = new GroupCommit(store);
    const ask = (count: number) => {
      for (let k = 0; k < count; k++) commit.decision(decisionRow(`${groups.length} ${k}`));
    };
    const told = async (group: number) => {
      finish[group]();
      await new Promise((resolve) => setImmediate(resolve));
    };
    ask(1000); // nobody waited before these
    expect(groups).toEqual([1, 1]);
    await told(0);
    expect(groups).toEqual([1, 1, 998]);
    await told(1);
    await told(2);
    ask(498);
    expect(groups.slice(3)).toEqual([]);
    ask(1);
    expect(groups.slice(3)).toEqual([499]);
    ask(499);
    expect(groups.slice(3)).toEqual([499, 499]);
    ask(998);
    expect(groups.slice(3)).toEqual([499, 499]);
    await told(3);
    expect(groups.slice(3)).toEqual([499, 499, 998]);
    await told(4);
    await told(5);
    await commit.flush();
  });

  it('gives a store that instances share one group at a time', async () => {
    const { store, seen } = slowStore();
    const commit = new GroupCommit({ ...store, shared: true });
    for (let k = 0; k < 50; k++) commit.decision(decisionRow(`row ${k}`));
    await commit.flush();
    expect(seen).toEqual({ most: 1, rows: 50 });
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
