import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DecisionRow, OutcomeRow, PolicyVersion, Store } from '../src/store/contract.js';

export const decisionRow = (id: string, more: Partial<DecisionRow> = {}): DecisionRow => ({
  ...{ policy: 'p', id, step: 0, at: 1000, route: 'model', deferred: false, mark: '' },
  ...{ priority: 0.5, answer: `{"id":"${id}"}`, inputs: '{}', facts: '{}' },
  ...more,
});

const outcomeRow = (id: string, who: string, value: string): OutcomeRow => ({
  ...{ policy: 'p', id, step: 0, who, value, at: 2000, by: 'tester' },
});

const version = (number: number): PolicyVersion => ({
  ...{ policy: 'p', version: number, id: 'abc', revision: 0, text: '{}', settings: '{}' },
  ...{ at: 1, by: 'tester', action: 'test' },
});

/** What every store must do. `open` gives an empty one, and then the same one again. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`the store contract: ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const append = (...decisions: DecisionRow[]) =>
      store.append({ decisions, outcomes: [], state: [] });

    it('keeps decisions by key, the last step first, and reports keys that are taken', async () => {
      expect(
        await append(decisionRow('a'), decisionRow('a', { step: 2, answer: '{"step":2}' })),
      ).toEqual({ taken: [] });
      expect(await append(decisionRow('b'), decisionRow('a', { answer: '{"other":1}' }))).toEqual({
        taken: [1],
      });
      expect(await store.decision('p', 'a', 0)).toMatchObject(decisionRow('a'));
      expect((await store.decision('p', 'a'))?.answer).toBe('{"step":2}');
      expect(await store.decision('p', 'z')).toBeUndefined();
      expect(await store.decision('another', 'a')).toBeUndefined();
    });

    it('reports the one key of many that is taken, and writes the others in their order', async () => {
      const ids = Array.from({ length: 40 }, (_, k) => `many ${k}`);
      await append(decisionRow(ids[10], { answer: '{"first":1}' }));
      const rows = ids.map((id, k) => decisionRow(id, { mark: k % 30 === 0 ? 'audit' : '' }));
      expect(await append(...rows)).toEqual({ taken: [10] });
      expect((await store.decision('p', ids[10]))?.answer).toBe('{"first":1}');
      const written = (await store.rows('p', 0, 1000)).map(({ id }) => id);
      const [first, ...rest] = written.filter((id) => id.startsWith('many'));
      expect([first, rest]).toEqual([ids[10], ids.filter((id) => id !== ids[10])]);
    });

    it('lets a key be renewed, and keeps both in the log', async () => {
      await append(decisionRow('old', { answer: '{"n":1}' }));
      await append(decisionRow('old', { answer: '{"n":2}', renews: true }));
      expect((await store.decision('p', 'old'))?.answer).toBe('{"n":2}');
      const rows = await store.rows('p', 0, 1000);
      expect(rows.filter(({ id }) => id === 'old').map(({ answer }) => answer)).toEqual([
        '{"n":1}',
        '{"n":2}',
      ]);
    });

    it('writes a batch with its state, all or nothing', async () => {
      await store.append({
        decisions: [],
        outcomes: [],
        state: [
          ['t', '0.5'],
          ['t', '0.7'],
        ],
      });
      expect(await store.state('t')).toBe('0.7');
      const bad = { ...decisionRow('never'), priority: undefined as never };
      await expect(append(decisionRow('never too'), bad)).rejects.toThrow();
      expect(await store.decision('p', 'never too')).toBeUndefined();
      expect(await store.initialState('salt', 'first')).toBe('first');
      expect(await store.initialState('salt', 'second')).toBe('first');
    });

    it('keeps outcomes, the newest value, and marks the case as answered', async () => {
      await append(decisionRow('asked', { deferred: true, route: 'nurse' }));
      const told = (row: OutcomeRow) => store.append({ decisions: [], outcomes: [row], state: [] });
      await told(outcomeRow('asked', '', '1'));
      expect((await store.decision('p', 'asked'))?.answered).toBe(false);
      await told(outcomeRow('asked', 'nurse', '1'));
      await told(outcomeRow('asked', 'nurse', '2'));
      expect((await store.decision('p', 'asked'))?.answered).toBe(true);
      expect(await store.outcomes('p', 'asked')).toEqual([
        outcomeRow('asked', '', '1'),
        outcomeRow('asked', 'nurse', '2'),
      ]);
      const row = (await store.rows('p', 0, 1000)).find(({ id }) => id === 'asked')!;
      expect(row.outcomes.map(({ who, value }) => [who, value])).toEqual([
        ['', '1'],
        ['nurse', '2'],
      ]);
    });

    it('queues what waits for an answer, most valuable first, and leases it', async () => {
      const waiting = (id: string, priority: number) =>
        decisionRow(id, { policy: 'q', deferred: true, route: 'nurse', priority });
      await append(waiting('q2', 0.2), waiting('q1', 0.1), waiting('q3', 0.3));
      const ask = { policy: 'q', limit: 2, now: 5000, by: 'ann' };
      const ids = async (more: object) =>
        (await store.queue({ ...ask, ...more })).map(({ id }) => id);
      expect(await ids({})).toEqual(['q1', 'q2']);
      expect(await ids({ until: 6000 })).toEqual(['q1', 'q2']);
      expect(await ids({ by: 'bob', until: 6000 })).toEqual(['q3']);
      expect(await ids({ by: 'bob', limit: 9, expert: 'doctor' })).toEqual([]);
      expect(await ids({})).toEqual(['q1', 'q2']);
      expect(await store.backlog('q', 5000)).toEqual({ waiting: 3, leased: 3, oldest: 1000 });
      expect(await store.release('q', 'q1', 'bob')).toBe(false);
      expect(await store.release('q', 'q1', 'ann')).toBe(true);
      expect(await ids({ by: 'bob' })).toEqual(['q1', 'q3']);
      expect(await ids({ by: 'eve', now: 7000, limit: 9 })).toEqual(['q1', 'q2', 'q3']);
    });

    it('tells where the newest rows begin', async () => {
      await append(...[1, 2, 3].map((k) => decisionRow(`n${k}`, { policy: 'n' })));
      const ids = async (count: number) =>
        (await store.rows('n', await store.newestFrom('n', count), 9)).map(({ id }) => id);
      expect(await ids(2)).toEqual(['n2', 'n3']);
      expect(await ids(5)).toEqual(['n1', 'n2', 'n3']);
    });

    it('counts', async () => {
      await append(
        ...['', 'audit', 'over-cap', 'observe'].map((mark, k) =>
          decisionRow(`c${k}`, { policy: 'c', at: 9000, mark, deferred: k < 2 }),
        ),
        // The coin fell on a case that the threshold would have handed over anyway.
        decisionRow('both', {
          ...{ policy: 'c', at: 9000, mark: 'audit', deferred: true },
          facts: '{"rank":0.1,"wished":true,"group":"\\"wished\\":false"}',
        }),
        decisionRow('early', { policy: 'c', at: 10 }),
      );
      expect(await store.counts('c', 9000)).toEqual({
        cases: 5,
        deferred: 3,
        wished: 4,
        audited: 2,
        overCap: 1,
      });
    });

    it('forgets a case, and removes what is too old', async () => {
      await append(
        decisionRow('f', { policy: 'f' }),
        decisionRow('f', { policy: 'f', step: 1 }),
        decisionRow('g', { policy: 'f', at: 5 }),
      );
      await store.append({
        decisions: [],
        outcomes: [{ ...outcomeRow('f', '', '1'), policy: 'f' }],
        state: [],
      });
      expect(await store.forget('f', 'f')).toBe(2);
      expect(await store.outcomes('f', 'f')).toEqual([]);
      expect(await store.prune(6, 100)).toBe(1);
      expect(await store.decision('f', 'g')).toBeUndefined();
    });

    it('keeps versions in order, and only one of two at once', async () => {
      expect(await store.saveVersion(version(1), 0)).toBe(true);
      expect(await store.saveVersion(version(1), 0)).toBe(false);
      expect(await store.saveVersion(version(2), 1)).toBe(true);
      expect((await store.versions('p')).map((each) => each.version)).toEqual([1, 2]);
      expect((await store.versions('p'))[0]).toEqual(version(1));
    });

    it('tells the keys of a window in pieces', async () => {
      await append(
        ...[1, 2, 3].map((k) => decisionRow(`k${k}`, { policy: 'k', at: 100 * k, step: k })),
      );
      const first = await store.recentKeys('k', 200, 0, 1);
      expect(first.keys).toEqual(['2\nk2']);
      const second = await store.recentKeys('k', 200, first.next!, 5);
      expect(second).toEqual({ keys: ['3\nk3'] });
    });

    it('reserves blocks of a cap and never more than it', async () => {
      const ask = { cap: 'x', limit: 10, window: 1000, size: 4, validFor: 100, paced: false };
      const a = await store.reserve({ ...ask, now: 0 });
      const b = await store.reserve({ ...ask, now: 0 });
      const c = await store.reserve({ ...ask, now: 0 });
      expect([a, b, c].map((each) => ('size' in each ? each.size : 0))).toEqual([4, 4, 2]);
      expect(await store.reserve({ ...ask, now: 50 })).toEqual({ retryAt: 1100 });
      // Closing gives back what was not used, and counts from the last use.
      const close = { block: a.block!, used: 1, last: 20 };
      expect(await store.reserve({ ...ask, now: 60, close })).toMatchObject({
        size: 3,
        until: 160,
      });
      expect(await store.reserve({ ...ask, now: 1019 })).toEqual({ retryAt: 1020 });
      expect(await store.reserve({ ...ask, now: 1020 })).toMatchObject({ size: 1 });
      // b and c could have been used until 100: they count until 1100.
      expect(await store.reserve({ ...ask, now: 1100 })).toMatchObject({ size: 4 });
      const paced = { ...ask, cap: 'y', paced: true };
      expect(await store.reserve({ ...paced, now: 0 })).toMatchObject({ size: 4 });
      expect(await store.reserve({ ...paced, now: 399 })).toEqual({ retryAt: 400 });
      expect(await store.reserve({ ...paced, now: 400 })).toMatchObject({ size: 4 });
    });

    it('keeps a cap when the clock is set back, and frees it one window later', async () => {
      const ask = { cap: 'z', limit: 4, window: 1000, size: 4, validFor: 10, paced: false };
      expect(await store.reserve({ ...ask, now: 5_000_000 })).toMatchObject({ size: 4 });
      expect(await store.reserve({ ...ask, now: 200 })).toEqual({ retryAt: 1210 });
      expect(await store.reserve({ ...ask, now: 1209 })).toEqual({ retryAt: 1210 });
      expect(await store.reserve({ ...ask, now: 1210 })).toMatchObject({ size: 4 });
    });

    it('is ready', async () => {
      await store.check();
    });
  });
}
