import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { InputError } from '@cede/core';
import { type Cell, hashOf, type RunProgress } from '@cede/run';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openServerAndStore, type RunningWorker, sweepStatus } from '../src/index.js';
import { hasRedis, type Redis, startRedis } from './redis.js';
import { BUILD, numbers, runHere, runQueued, type World, workHere, world } from './world.js';

const sum = (name: string, ...needs: Cell[]): Cell => ({
  kind: 'sum/1',
  spec: { name },
  needs: Object.fromEntries(needs.map((need, k) => [`n${k}`, need])),
});

describe.skipIf(!hasRedis)('a queue on a real redis-server', () => {
  let redis: Redis;
  let here: World;
  let workers: RunningWorker[] = [];
  const work = async (options: Parameters<typeof workHere>[1] = {}) => {
    const worker = await workHere(redis.url, options);
    workers.push(worker);
    return worker;
  };

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());
  beforeEach(() => {
    redis.cli('flushall');
    here = world();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    here.remove();
  });

  test('leaves the bytes of a run on one machine, through the server or a folder', async () => {
    const left = numbers(1);
    const right = numbers(2);
    // A diamond: two cells need the same one, and a flow lets a job report to one parent only.
    const cells = [
      sum('top', sum('a', left, right), sum('b', left)),
      ...Array.from({ length: 5 }, (_, k) => numbers(k)),
      { kind: 'numbers/1', spec: { seed: 3, count: 40_000 } }, // an array that is an object of its own
    ];
    const local = await runHere(cells, here);
    await work();
    await work();
    expect(await runQueued(redis.url, cells, here)).toEqual(local);
    expect(here.cellFiles('queued')).toEqual(here.cellFiles('here'));

    redis.cli('flushall');
    const folder = here.at('store');
    await Promise.all(workers.map((worker) => worker.stop()));
    await work({ folder });
    expect(await runQueued(redis.url, cells, here, { folder, ledgerName: 'shared' })).toEqual(
      local,
    );
    expect(here.cellFiles('shared')).toEqual(here.cellFiles('here'));
    expect((await readdir(`${folder}/objects`)).length).toBeGreaterThan(3);
  });

  test('does nothing twice, whoever asks, and takes what a ledger has', async () => {
    await work();
    const cells = [numbers(1), numbers(2), sum('both', numbers(1), numbers(2))];
    await Promise.all([
      runQueued(redis.url, cells, here, { ledgerName: 'one' }),
      runQueued(redis.url, cells, here, { ledgerName: 'two' }),
    ]);
    expect(here.computed().sort()).toEqual(['numbers 1', 'numbers 2', 'sum both']);
    // A new cell that needs one which only this run's ledger knows.
    redis.cli('flushall');
    const [more] = await runQueued(redis.url, [sum('more', numbers(2))], here, {
      ledgerName: 'one',
    });
    expect(more).toEqual({ total: 3 * (1 + 1 / 2) + Math.fround(1) });
    expect(here.computed().filter((line) => line.startsWith('numbers'))).toHaveLength(2);
  });

  test('tries again what breaks, not what is refused, and reports failures after all the rest', async () => {
    await work();
    const cells = [
      { kind: 'refuses/1', spec: { name: 'x' } },
      { kind: 'flaky/1', spec: { name: 'once', times: 2 } },
      { kind: 'flaky/1', spec: { name: 'always', times: 99 } },
      sum('never', { kind: 'refuses/1', spec: { name: 'x' } }),
      numbers(1),
      numbers(2, 300),
    ];
    const failure = await runQueued(redis.url, cells, here).catch((error) => error);
    expect(failure).toBeInstanceOf(InputError);
    expect(failure.code).toBe('cell-failed');
    expect(failure.message).toMatch(/^2 of 6 cells failed; the others are kept\./);
    expect(failure.message).toMatch(/cell refuses\/1 failed on \S+: refused x\./);
    expect(failure.message).toMatch(
      /cell flaky\/1 failed on \S+ after 3 attempts: broke the 3\. time\./,
    );
    expect(failure.message).toMatch(/1 more need one of them\.$/);
    expect(Object.keys(here.cellFiles('queued')).sort()).toEqual(
      [cells[1], cells[4], cells[5]].map((cell) => `${hashOf(cell)}.json`).sort(),
    );
    const count = (line: string) => here.computed().filter((each) => each === line).length;
    expect([count('refuses x'), count('flaky once'), count('flaky always')]).toEqual([1, 2, 3]);
    expect(count('sum never')).toBe(0);
    // Asked again, what had failed is tried again: the fourth time.
    await runQueued(redis.url, [cells[2]], here).catch(() => undefined);
    expect(count('flaky always')).toBe(6);
  });

  test('runs only cells it knows, under their own names', async () => {
    const { server, store } = await openServerAndStore({ queue: redis.url }, BUILD);
    await work();
    const { keepValue } = await import('../src/index.js');
    const context = await keepValue(store, here.context);
    const data = { spec: { seed: 1 }, needs: {}, context, store: 'server' as const };
    const forged = 'a'.repeat(64);
    await server.add([
      { id: 'b'.repeat(64), kind: 'require("fs")', data, waitsFor: [] },
      { id: 'c'.repeat(64), kind: 'constructor', data, waitsFor: [] },
      { id: forged, kind: 'numbers/1', data, waitsFor: [] },
    ]);
    const reasons = async () =>
      (await server.look(['b'.repeat(64), 'c'.repeat(64), forged])).map((job) =>
        job?.state === 'failed' ? job.reason : job?.state,
      );
    await expect
      .poll(reasons, { timeout: 20_000 })
      .toEqual([
        expect.stringMatching(/^cell kind "require\("fs"\)" is unknown to this worker/),
        expect.stringMatching(/^cell kind "constructor" is unknown/),
        expect.stringMatching(
          /^cell aaaaaaaaaaaa: its content has the hash .* It is not computed\./,
        ),
      ]);
    expect(here.computed()).toEqual([]);
    await server.close();
  });

  test('refuses objects that are damaged or missing', async () => {
    const { server, store } = await openServerAndStore({ queue: redis.url }, BUILD);
    const { keepValue, fetchValue } = await import('../src/index.js');
    const value = { large: Float32Array.from({ length: 20_000 }, (_, i) => i), minus: -0 };
    const name = await keepValue(store, value);
    expect(await fetchValue(store, name)).toEqual(value);
    const [array] = redis
      .cli('keys', 'cede:object:*')
      .split('\n')
      .filter((key) => !key.includes(name));
    redis.cli('setrange', array, '5', 'x');
    await expect(fetchValue(store, name)).rejects.toMatchObject({ code: 'object-damaged' });
    redis.cli('del', array);
    await expect(fetchValue(store, name)).rejects.toMatchObject({ code: 'object-missing' });
    const { serverStore } = await import('../src/index.js');
    await expect(
      keepValue(serverStore(server, 1000), { big: new Float32Array(20_000) }),
    ).rejects.toMatchObject({ code: 'object-too-large' });
    await server.close();
  });

  test('goes on when the caller leaves, and what comes after is put on the queue by workers', async () => {
    const cells = [numbers(1, 400), numbers(2, 400), numbers(3)];
    const expands = { kind: 'expands/1', spec: { seeds: [7, 8] }, needs: { after: numbers(3) } };
    const leaving = new AbortController();
    const left = runQueued(redis.url, cells, here, { signal: leaving.signal, ahead: [expands] });
    const { server } = await openServerAndStore({ queue: redis.url }, BUILD);
    // Not before all are on the queue: however busy the machine is, that is what others go on with.
    const queued = async () => (await server.counts()).waiting;
    const leave = expect
      .poll(queued, { timeout: 20_000 })
      .toBe(4) // three numbers, and what expands
      .then(() => leaving.abort());
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await leave;
    await work();
    await expect.poll(async () => (await server.counts()).done, { timeout: 20_000 }).toBe(6);
    await server.close();
    const before = here.computed();
    expect(before.toSorted()).toEqual([1, 2, 3, 7, 8].map((seed) => `numbers ${seed}`));
    const results = await runQueued(redis.url, [...cells, numbers(7)], here, {
      resume: { isAttached: false },
    });
    expect(results).toEqual(await runHere([...cells, numbers(7)], here));
    expect(here.computed().slice(0, before.length)).toEqual(before);
    await expect(
      runQueued(redis.url, [numbers(99)], here, {
        resume: { isAttached: false },
        ledgerName: 'other',
      }),
    ).rejects.toMatchObject({ code: 'nothing-to-resume' });
  });

  test('a run that is resumed goes on to rounds that nobody had put on the queue', async () => {
    await work();
    const first = await runQueued(redis.url, [numbers(1)], here);
    const resume = { isAttached: false };
    // All of the first round is in the ledger: nothing of it has to be on the queue.
    expect(await runQueued(redis.url, [numbers(1)], here, { resume })).toEqual(first);
    expect(await runQueued(redis.url, [numbers(2)], here, { resume })).toHaveLength(1);
    expect(here.computed()).toEqual(['numbers 1', 'numbers 2']);
  });

  test('a worker without the shared folder leaves, and uses no cell up', async () => {
    const folder = here.at('store');
    const lost = await work();
    const running = runQueued(redis.url, [numbers(1), numbers(2)], here, { folder });
    await expect(lost.ended).rejects.toThrow(
      /^worker: the cells on redis:.* travel through a shared folder.* Start it with .*store.*FOLDER/,
    );
    await work({ folder });
    expect(await running).toHaveLength(2);
  });

  test('a worker of another build is refused, at once or when the work arrives', async () => {
    const other = { name: 'other', description: 'another build' };
    const early = await work({ build: other });
    const ended = early.ended.catch((error) => error);
    const leaving = new AbortController();
    const left = runQueued(redis.url, [numbers(1)], here, { signal: leaving.signal });
    expect(await ended).toMatchObject({ code: 'build-differs' });
    await expect(workHere(redis.url, { build: other })).rejects.toThrow(
      /^worker: the 1 cells on redis:.* were put there by the build of the tests; this is another build\./,
    );
    leaving.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    expect(here.computed()).toEqual([]);
  });

  test('the whole sweep is seen from any connection, progress included', async () => {
    await work({ jobs: 1 });
    const seen: RunProgress[] = [];
    const cells = [numbers(1, 1500), numbers(2, 10), numbers(3, 10)];
    const run = runQueued(redis.url, cells, here, {
      onProgress: (progress) => seen.push(progress),
    });
    const { server } = await openServerAndStore({ queue: redis.url }, BUILD);
    await expect
      .poll(() => sweepStatus(server, BUILD), { timeout: 10_000 })
      .toMatchObject({
        cells: { waiting: 2, running: 1, done: 0, failed: 0 },
        workers: [expect.any(String)],
        running: [{ kind: 'numbers/1', progress: { done: 0.5, note: 'half way' } }],
      });
    await run;
    expect(seen.flatMap(({ running }) => running.map(({ progress }) => progress.note))).toContain(
      'half way',
    );
    expect((await sweepStatus(server, BUILD)).cells).toEqual({
      ...{ waiting: 0, running: 0, done: 3, failed: 0 },
    });
    await server.close();
  });

  test('a cell that holds its thread for longer than its lock is not given to another', async () => {
    await work({ jobs: 1 });
    await work({ jobs: 1 });
    await runQueued(
      redis.url,
      [{ kind: 'spins/1', spec: { name: 'x', milliseconds: 2500 } }],
      here,
    );
    expect(here.computed()).toEqual(['spins x']);
  });

  test('the server may go down under way', async () => {
    await work();
    const cells = Array.from({ length: 20 }, (_, seed) => numbers(seed, 100));
    const run = runQueued(redis.url, [...cells, sum('all', ...cells)], here);
    await expect.poll(() => here.computed().length, { timeout: 20_000 }).toBeGreaterThan(3);
    await redis.restart();
    const results = await run;
    expect(results).toEqual(await runHere([...cells, sum('all', ...cells)], here));
    expect(here.cellFiles('queued')).toEqual(here.cellFiles('here'));
  });

  test('a server that forgets everything is told again', async () => {
    const cells = Array.from({ length: 6 }, (_, seed) => numbers(seed, 50));
    const run = runQueued(redis.url, cells, here);
    const { server } = await openServerAndStore({ queue: redis.url }, BUILD);
    await expect.poll(async () => (await server.counts()).waiting, { timeout: 20_000 }).toBe(6);
    redis.cli('flushall');
    await server.close();
    await work();
    expect(await run).toHaveLength(6);
  });

  test('a worker that leaves gives its cells back at once', async () => {
    const first = await work({ jobs: 1, settings: { lock: 60_000, check: 30_000, losses: 5 } });
    const run = runQueued(redis.url, [numbers(1, 1000)], here);
    await expect.poll(() => here.computed().length, { timeout: 20_000 }).toBe(1);
    await first.stop();
    await work({ jobs: 1 });
    const began = performance.now();
    expect(await run).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(here.computed()).toHaveLength(2);
  });
});

describe.skipIf(!hasRedis)('a server behind TLS and a password', () => {
  test('takes both from the address, and says what is missing', async () => {
    const redis = await startRedis({ password: 'se/cret', tls: true });
    const here = world();
    const url = redis.url.replace('se/cret', 'se%2Fcret');
    try {
      const worker = await workHere(url);
      expect(await runQueued(url, [numbers(1)], here)).toHaveLength(1);
      await worker.stop();
      const open = (address: string) =>
        openServerAndStore({ queue: address }, BUILD).catch((e) => e);
      const refused = await open(url.replace('se%2Fcret', 'wrong'));
      expect(refused).toMatchObject({ code: 'queue-unreachable' });
      expect(refused.message).toMatch(/WRONGPASS.*Write user and password/);
      expect(refused.message).not.toContain('wrong@');
      writeFileSync(here.at('empty.pem'), '');
      const stranger = await open(url.replace(/ca=[^&]+/, `ca=${here.at('empty.pem')}`));
      expect(stranger).toMatchObject({ code: 'queue-unreachable' });
    } finally {
      redis.stop();
      here.remove();
    }
  });
});
