import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkPostgres } from '../src/store/postgres/maintain.js';
import { openPostgres } from '../src/store/postgres/postgres.js';
import { killAndCheck } from './kill.js';
import { POSTGRES, startPostgres } from './postgres.js';
import { storeContract } from './store-contract.js';
import { type Client, started } from './world.js';

describe.skipIf(!POSTGRES)('PostgreSQL, the real server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  const database = async (name: string) => {
    const client = new pg.Client(server.address);
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return server.address.replace('/postgres', `/${name}`).replace(/\/postgres$/, `/${name}`);
  };
  beforeAll(async () => {
    server = await startPostgres();
  }, 120_000);
  afterAll(() => server?.stop());

  storeContract('PostgreSQL', async () => openPostgres(server.address, 'strict', 'caller'));

  it('three instances share one log, one cap and one controller, and one may die', async () => {
    const store = await database('shared');
    const settings = {
      control: { hold: 'rate', target: 0.5 },
      caps: { nurse: { limit: 40, window: 3_600_000, paced: false } },
    } as const;
    const instances: Client[] = [];
    for (let k = 0; k < 3; k++) instances.push(await started({ store, served: { settings } }));
    const probs = [0.34, 0.33, 0.33];
    const ask = (client: Client, from: number, count: number) =>
      client.post('/v1/decide', {
        cases: Array.from({ length: count }, (_, k) => ({ id: `i${from + k}`, probs })),
      });
    const replies = await Promise.all(instances.map((client, k) => ask(client, 1000 * k, 60)));
    const decisions = replies.flatMap(({ json }) => json.decisions);
    expect(decisions).toHaveLength(180);
    type Each = { id: string; defer: boolean; mark?: string };
    const wished = decisions.filter(({ defer, mark }: Each) => defer || mark === 'over-cap').length;
    // One controller for all: the bound is that of one, not three times as wide.
    expect(Math.abs(wished - 90)).toBeLessThanOrEqual(50);
    expect(decisions.filter(({ defer }: Each) => defer).length).toBeLessThanOrEqual(40);
    // The same request to another instance gets the same answer.
    const again = await instances[1].post('/v1/decide', { id: 'i0', probs });
    expect(again.json).toEqual(decisions.find(({ id }: Each) => id === 'i0'));
    await instances[0].serving.stop();
    const rest = await Promise.all(
      instances.slice(1).map((client, k) => ask(client, 5000 + 1000 * k, 60)),
    );
    const all = [...decisions, ...rest.flatMap(({ json }) => json.decisions)];
    const handed = all.filter(({ defer }: Each) => defer).length;
    expect(handed).toBeLessThanOrEqual(40);
    expect(handed).toBeGreaterThanOrEqual(36);
    for (const { id } of all.slice(0, 5))
      expect((await instances[2].get(`/v1/decisions/${id}`)).status).toBe(200);
    for (const { serving } of instances.slice(1)) await serving.stop();
  });

  it('a server that is gone is a 503 that says so, and no more when it is back', async () => {
    const other = await startPostgres();
    const client = await started({ store: other.address });
    const probs = [0.5, 0.3, 0.2];
    const before = await client.post('/v1/decide', { id: 'before', probs });
    expect((await client.get('/readyz')).status).toBe(200);
    other.halt();
    const refused = await client.post('/v1/decide', { id: 'x', probs });
    expect(refused.status).toBe(503);
    expect(refused.json.detail).toMatch(/could not be written/);
    const unready = await client.get('/readyz');
    expect([unready.status, unready.json.detail]).toEqual([503, expect.stringMatching(/REFUSED/)]);
    other.resume();
    await vi.waitUntil(async () => (await client.get('/readyz')).status === 200, 10_000);
    expect((await client.post('/v1/decide', { id: 'x', probs })).status).toBe(200);
    expect((await client.post('/v1/decide', { id: 'before', probs })).text).toBe(before.text);
    await client.serving.stop();
    other.stop();
  });

  it('kill -9 under load, 5 times: no answer is lost, none is given twice', async () => {
    await killAndCheck(await database('killed'), 5, 2);
  }, 240_000);

  it('is checked; another database is no store', async () => {
    const address = await database('checked');
    await expect(checkPostgres(address)).rejects.toThrow(/is no store of cede/);
    const client = await started({ store: address });
    await client.post('/v1/decide', { id: 'one', probs: [0.5, 0.3, 0.2] });
    await client.serving.stop();
    expect(await checkPostgres(address)).toEqual({
      ...{ version: 1, newest: 1, decisions: 1, outcomes: 0, policies: ['default'] },
    });
  });

  it('a cap goes by the clock of the database, whatever instances think it is', async () => {
    const address = await database('clocks');
    const store = await openPostgres(address, 'strict');
    const ask = { cap: 'x', limit: 4, window: 3_600_000, size: 4, validFor: 1000, paced: false };
    const now = Date.now();
    expect(await store.reserve({ ...ask, now })).toMatchObject({ size: 4, until: now + 1000 });
    // An instance whose clock is a day ahead must not free the block.
    const ahead = await store.reserve({ ...ask, now: now + 86_400_000 });
    expect(ahead.block).toBeUndefined();
    await store.close();
  });
});
