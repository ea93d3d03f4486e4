import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { steadyClock } from '../src/clock.js';
import { Cap } from '../src/control/cap.js';
import { GroupCommit } from '../src/store/group-commit.js';
import { SqliteEngine } from '../src/store/sqlite/engine.js';
import { openSqliteHere } from '../src/store/sqlite/open.js';
import { decisionRow } from './store-contract.js';
import { type Client, started, temporaryFolder } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const probs = [0.4, 0.35, 0.25];

/** A disk of 6 MB, where this user may mount one. */
const mount = (path: string) => {
  mkdirSync(path);
  const args = ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', path];
  return spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
};
const disks = ['strict', 'relaxed'].map((name) => folder.at(name));
const mounted = disks.every(mount);
afterAll(() => {
  for (const disk of disks) spawnSync('umount', ['-l', disk], { stdio: 'ignore' });
});

describe.skipIf(!mounted)('a full disk (needs the right to mount one)', () => {
  it.each(['strict', 'relaxed'] as const)(
    '%s: refuses with 503, says why, goes on when there is room, and keeps every answer',
    async (durability) => {
      const store = folder.at(`${durability}/log.db`);
      const ballast = folder.at(`${durability}/ballast`);
      writeFileSync(ballast, Buffer.alloc(4 << 20));
      const client = await started({ store, durability });
      const answered = new Map<string, string>();
      const fill = async (client: Client) => {
        for (let k = 0; ; k++) {
          const cases = Array.from({ length: 50 }, (_, i) => ({ id: `f${k}-${i}`, probs }));
          const reply = await client.post('/v1/decide', { cases });
          if (reply.status !== 200) return reply;
          reply.json.decisions.forEach((each: { id: string }) => {
            answered.set(each.id, JSON.stringify(each));
          });
          if (k > 500) throw new Error('the disk never fills up');
        }
      };
      const refused = await fill(client);
      expect(refused.status).toBe(503);
      expect(refused.json.detail).toMatch(/full/);
      expect(refused.headers.get('retry-after')).toBe('2');
      const unready = await client.get('/readyz');
      expect([unready.status, unready.json.detail]).toEqual([503, expect.stringMatching(/full/)]);
      // What was answered is kept and tried again, and nothing is decided before it is written.
      if (durability === 'relaxed')
        expect((await client.post('/v1/decide', { id: 'late', probs })).status).toBe(503);
      rmSync(ballast);
      // A store that refused is asked again after a moment.
      await vi.waitUntil(
        async () => (await client.post('/v1/decide', { id: 'late', probs })).status === 200,
        5000,
      );
      await vi.waitUntil(async () => (await client.get('/readyz')).status === 200, 8000);
      await client.serving.stop();
      const again = await started({ store, durability });
      expect(answered.size).toBeGreaterThan(50);
      for (const [id, text] of answered)
        expect((await again.get(`/v1/decisions/${id}`)).json.decision, id).toEqual(
          JSON.parse(text),
        );
      await again.serving.stop();
    },
  );
});

describe('a store without room', () => {
  it('writes all of a batch or nothing of it, and takes it when there is room', () => {
    const engine = new SqliteEngine(folder.at('pages.db'), 'strict');
    const { database } = engine as unknown as { database: { exec(sql: string): void } };
    database.exec('PRAGMA max_page_count = 20');
    const decisions = Array.from({ length: 100 }, (_, k) =>
      decisionRow(`p${k}`, { inputs: JSON.stringify('x'.repeat(2000)) }),
    );
    const batch = { decisions, outcomes: [], state: [] };
    expect(() => engine.append(batch)).toThrow(/full/);
    expect(engine.decision('p', 'p0')).toBeUndefined();
    database.exec('PRAGMA max_page_count = 10000');
    expect(engine.append(batch)).toEqual({ taken: [] });
    engine.close();
  });

  it('has what was answered tried again; nothing new is decided meanwhile', async () => {
    const store = openSqliteHere(':memory:', 'relaxed', false);
    let broken = true;
    const flaky = {
      ...store,
      append: (batch: Parameters<typeof store.append>[0]) =>
        broken ? Promise.reject(new Error('gone')) : store.append(batch),
    };
    const commit = new GroupCommit(flaky, { answeredBefore: true });
    commit.decision(decisionRow('kept'));
    const told = commit.outcome({
      ...{ policy: 'p', id: 'kept', step: 0, who: '', value: '1', at: 1, by: '' },
    });
    await expect(told).rejects.toThrow('gone');
    expect(() => commit.insistOnRoom()).toThrow(/can't be written \(gone\)/);
    expect(commit.find('p', 'kept', 0)?.row.id).toBe('kept');
    broken = false;
    await vi.waitUntil(() => commit.depth === 0, 3000);
    expect((await store.decision('p', 'kept'))?.id).toBe('kept');
    commit.insistOnRoom();
    await store.close();
  });
});

describe('a store whose file is gone', () => {
  it('is a 503 that says so, and none when it is back', async () => {
    const path = folder.at('removed.db');
    const { post, get, serving } = await started({ store: path });
    const ask = (id: string) => post('/v1/decide', { id, probs: [0.5, 0.3, 0.2] });
    expect((await ask('before')).status).toBe(200);
    renameSync(path, `${path}-elsewhere`);
    for (const reply of [await ask('lost'), await get('/readyz')]) {
      expect(reply.status).toBe(503);
      expect(reply.json.detail).toMatch(
        /removed\.db was removed while the service ran; put it back/,
      );
    }
    writeFileSync(path, '');
    expect((await ask('other')).json.detail).toMatch(/was replaced by another file/);
    renameSync(`${path}-elsewhere`, path);
    expect((await ask('after')).status).toBe(200);
    // What was refused was not written, so the same key may ask anything.
    expect((await post('/v1/decide', { id: 'lost', probs: [0.2, 0.3, 0.5] })).status).toBe(200);
    await serving.stop();
  });

  it('that never was a file is refused', () => {
    expect(() => openSqliteHere(folder.at('.'))).toThrow(/can't be opened \(it is a folder\)/);
  });
});

describe('in relaxed mode', () => {
  it('the same key gets the same answer also before it is on disk', async () => {
    const client = await started({ store: folder.at('soon.db'), durability: 'relaxed' });
    for (let k = 0; k < 30; k++) {
      const body = { id: `s${k}`, probs };
      const [one, two, three] = await Promise.all(
        [1, 2, 3].map(() => client.post('/v1/decide', body)),
      );
      expect([two.text, three.text]).toEqual([one.text, one.text]);
      const other = await client.post('/v1/decide', { id: `s${k}`, probs: [0.8, 0.1, 0.1] });
      expect(other.status).toBe(409);
    }
    const reordered = await client.post(
      '/v1/decide',
      ` { "probs": [0.40, 0.35, 0.25], "id": "s0" }`,
    );
    expect(reordered.status).toBe(200);
    await client.serving.stop();
  });
});

describe('a clock that is set', () => {
  it('changes nothing while the service runs', () => {
    const clock = steadyClock();
    const before = clock.now();
    const spy = vi.spyOn(Date, 'now').mockReturnValue(5);
    expect(clock.now()).toBeGreaterThanOrEqual(before);
    expect(clock.now()).toBeLessThan(before + 60_000);
    spy.mockRestore();
  });

  it('back between two runs: the cap is kept, and free again one window later', async () => {
    const store = openSqliteHere(':memory:', 'relaxed', false);
    let now = 50_000_000;
    const settings = { limit: 100, window: 60_000, paced: false };
    const run = async (cap: Cap, cases: number) => {
      let taken = 0;
      for (let k = 0; k < cases; k++) {
        while (!cap.ready()) await cap.prepare();
        if (cap.take()) taken++;
      }
      return taken;
    };
    const first = new Cap(store, 'c', settings, { now: () => now });
    expect(await run(first, 150)).toBe(100);
    now -= 10_000_000;
    const second = new Cap(store, 'c', settings, { now: () => now });
    expect(await run(second, 50)).toBe(0);
    now += settings.window + 1000;
    expect(await run(second, 150)).toBe(100);
    await store.close();
  });

  it('back between two runs: a key still stands for its request', async () => {
    const store = folder.at('clock.db');
    const first = await started({ store });
    const before = await first.post('/v1/decide', { id: 'c', probs });
    await first.serving.stop();
    const spy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const second = await started({ store });
    spy.mockRestore();
    expect((await second.post('/v1/decide', { id: 'c', probs })).text).toBe(before.text);
    await second.serving.stop();
  });
});
