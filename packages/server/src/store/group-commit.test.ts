import { describe, expect, it } from 'vitest';
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
});
