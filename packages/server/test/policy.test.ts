import { printPolicy, tune } from '@cede/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyViewSchema, queueSchema } from '../src/schema/answers.js';
import { type Client, started, temporaryFolder, worldPolicy, worldText } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);
const probs = [0.4, 0.35, 0.25];

describe('what is read again', () => {
  it('counts only where it says something new: a change over HTTP stays in force', async () => {
    const settings = { audit: 0.1, control: { hold: 'rate', target: 0.2 } } as const;
    const file = { name: 'default', text: worldText(), settings };
    const client = await started({ policies: [file] });
    const view = async () => (await client.get('/v1/policy')).json;
    const put = (body: unknown, etag: string) =>
      client.send('PUT', '/v1/policy', body, { 'if-match': etag });
    const other = worldPolicy({ seed: 2 });
    await put({ policy: JSON.parse(printPolicy(other)), audit: 0.3, mode: 'observe' }, '"1"');
    await put({ rate: 0.4 }, '"2"');
    const before = await view();
    expect(before.settings).toMatchObject({ audit: 0.3, control: { target: 0.4 } });

    await client.serving.reload([file]);
    expect(await view()).toEqual(before);

    await client.serving.reload([{ ...file, settings: { ...settings, audit: 0.15 } }]);
    const audited = await view();
    expect(audited).toMatchObject({ version: 4, id: other.id });
    expect(audited.settings).toEqual({ ...before.settings, audit: 0.15 });
    await client.serving.reload([{ ...file, settings: { control: settings.control } }]);
    expect((await view()).settings).toEqual({ ...before.settings, audit: 0 });

    const third = { ...file, text: worldText({ seed: 3 }) };
    await client.serving.reload([third]);
    const renewed = await view();
    expect(renewed.id).toBe(worldPolicy({ seed: 3 }).id);
    expect(renewed.settings).toMatchObject({ mode: 'enforce', ...settings });
    await client.serving.stop();
  });
});

describe('the policy in force', () => {
  let client: Client;
  const store = folder.at('versions.db');
  beforeAll(async () => {
    client = await started({ store });
  });
  afterAll(() => client.serving.stop());
  const put = (body: unknown, etag?: string) =>
    client.send('PUT', '/v1/policy', body, etag === undefined ? {} : { 'if-match': etag });

  it('is changed only by whoever saw it, and every change is on record', async () => {
    const { json, headers } = await client.get('/v1/policy');
    expect(policyViewSchema.parse(json)).toEqual(json);
    expect(headers.get('etag')).toBe('"1"');
    expect((await put({ rate: 0.5 })).status).toBe(428);
    expect((await put({ rate: 0.5 }, '"7"')).status).toBe(412);
    expect((await put({ rate: 0.5 }, 'junk')).status).toBe(412);
    const changed = await put({ rate: 0.5 }, '"1"');
    const expected = tune(worldPolicy(), { rate: 0.5 });
    expect(changed.json).toMatchObject({ version: 2, threshold: expected.threshold.values[0] });
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await put({ rate: 0.1 }, '"1"')).status).toBe(412);
    const [first, second] = changed.json.versions;
    expect([first.by, first.action]).toEqual(['file', 'loaded from a file']);
    expect(second.action).toBe('rate 0.5');
    const decided = await client.post('/v1/decide', { probs });
    expect(decided.json).toMatchObject({ threshold: expected.threshold.values[0], revision: 2 });
  });

  it('of two changes at once only one is made', async () => {
    const replies = await Promise.all([0.3, 0.4].map((rate) => put({ rate }, '"2"')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('can be uploaded, rolled back, and is there after a restart', async () => {
    const other = worldPolicy({ seed: 2 });
    const uploaded = await put({ policy: JSON.parse(printPolicy(other)) }, '"3"');
    expect(uploaded.json).toMatchObject({ version: 4, id: other.id });
    const damaged = { ...JSON.parse(printPolicy(other)), method: 'conf' };
    expect((await put({ policy: damaged }, '"4"')).json.detail).toMatch(/does not match its id/);
    const back = await put({ rollback: 1 }, '"4"');
    expect(back.json).toMatchObject({ version: 5, id: worldPolicy().id, revision: 1 });
    expect((await put({ rollback: 99 }, '"5"')).status).toBe(404);
    await put({ rate: 0.05, mode: 'observe', audit: 0.5 }, '"5"');
    await client.serving.stop();
    client = await started({ store });
    const { json } = await client.get('/v1/policy');
    expect(json).toMatchObject({ version: 6, settings: { mode: 'observe', audit: 0.5 } });
  });

  it('options of a restart are a change like any other: on record, and kept by the next one', async () => {
    const own = folder.at('options.db');
    const restarted = async (settings?: object) => {
      const service = await started({ store: own, served: { settings } });
      const { json } = await service.get('/v1/policy');
      await service.serving.stop();
      return [json.version, json.settings.mode, json.settings.audit, json.versions.at(-1).by];
    };
    expect(await restarted({ mode: 'observe', audit: 0.1 })).toEqual([1, 'observe', 0.1, 'file']);
    expect(await restarted()).toEqual([1, 'observe', 0.1, 'file']);
    expect(await restarted({ mode: 'enforce' })).toEqual([2, 'enforce', 0.1, 'options']);
    expect(await restarted({ mode: 'enforce' })).toEqual([2, 'enforce', 0.1, 'options']);
    expect(await restarted()).toEqual([2, 'enforce', 0.1, 'options']);
  });

  it('tells a cap as it was asked for, in seconds, so that it can be sent back', async () => {
    const service = await started({});
    const caps = { nurse: { limit: 5, window: 60, paced: false } };
    const told = (await service.send('PUT', '/v1/policy', { caps }, { 'if-match': '"1"' })).json;
    expect(told.settings.caps).toEqual(caps);
    expect((await service.get('/v1/status')).json.caps).toEqual(caps);
    const again = { caps: told.settings.caps };
    const next = (await service.send('PUT', '/v1/policy', again, { 'if-match': '"2"' })).json;
    expect(next.settings.caps).toEqual(caps);
    await service.serving.stop();
  });

  it('refuses what does not go together, naming the field', async () => {
    const cases: [unknown, string][] = [
      [{ rate: 0.1, cost: 1 }, 'cost'],
      [{ rate: 2 }, 'rate'],
      [{ hold: { what: 'rate' } }, 'hold.target'],
      [{ hold: { what: 'error', target: 5 } }, 'hold.target'],
      [{ hold: { what: 'error', target: 0.1 }, audit: 0 }, 'hold.what'],
      [{ hold: { what: 'error', target: 0.1 }, audit: 0.1, gold: 0 }, 'hold.what'],
      [
        { hold: { what: 'error', target: 0.1, smallestPropensity: 0.06 }, audit: 0.1, gold: 1 },
        'hold.smallestPropensity',
      ],
      [{ caps: { doctor: { limit: 5, window: 60 } } }, 'caps.doctor'],
      [{ colour: 'red' }, 'body'],
      [{}, 'body'],
    ];
    for (const [body, field] of cases) {
      const reply = await put(body, '"6"');
      expect([reply.status, reply.json.field]).toEqual([400, field]);
    }
  });
});

describe('control over HTTP', () => {
  it('holds a rate where the fixed threshold would hand everything over', async () => {
    const settings = { control: { hold: 'rate', target: 0.25 } } as const;
    const { post, get, serving } = await started({ served: { settings } });
    const cases = Array.from({ length: 2000 }, (_, k) => ({ id: `r${k}`, probs }));
    const { json } = await post('/v1/decide', { cases });
    const deferred = json.decisions.filter(({ defer }: { defer: boolean }) => defer).length;
    expect(Math.abs(deferred - 500)).toBeLessThanOrEqual(50);
    const status = (await get('/v1/status')).json;
    expect(status.control.bound).toMatchObject({
      ...{ perWindow: 50, over5000: 0.01 },
      holdsFor: expect.stringMatching(/^the wished rate/),
    });
    expect(status.windows[0]).toMatchObject({ cases: 2000, deferred });
    expect(status.alarms.level.raised).toBe(true);
    await serving.stop();
  });

  it.each([
    ['cost', { target: 0.3, largestCost: 2 }, /^the wished cost a case/],
    ['error', { target: 0.1 }, /^audited errors/],
  ] as const)('holding a %s, status says what the bound is about', async (hold, more, words) => {
    const settings = { control: { hold, ...more }, audit: 0.05 };
    const { get, serving } = await started({ served: { settings } });
    const { control } = (await get('/v1/status')).json;
    expect(control.bound.holdsFor).toMatch(words);
    await serving.stop();
  });

  it('of a held cost: a case above the largest is refused, one without counts as the largest', async () => {
    const control = { hold: 'cost', target: 0.5, largestCost: 3 } as const;
    const { post, get, serving } = await started({ served: { settings: { control } } });
    const cases = [
      { id: 'dear', probs, cost: 5 },
      { id: 'fine', probs, cost: 3 },
    ];
    expect((await post('/v1/decide', cases[0])).json).toMatchObject({ status: 400, field: 'cost' });
    const { decisions } = (await post('/v1/decide', { cases })).json;
    expect(decisions[0].error.detail).toMatch(
      /cost: is 5, above the largest that was declared \(3\)/,
    );
    expect(decisions[1].id).toBe('fine');
    const threshold = async () => (await get('/v1/status')).json.control.threshold;
    const before = await threshold();
    const sure = { id: 'unsaid', probs: [0.34, 0.33, 0.33] };
    expect((await post('/v1/decide', sure)).json.defer).toBe(true);
    // (target − 3) / 3 of a step, as for a case that costs 3.
    expect(await threshold()).toBeCloseTo(before - 2.5 / 3 / 49, 10);
    await serving.stop();
  });

  it('caps hand-overs, marks what is kept, and goes on after a restart', async () => {
    const store = folder.at('cap.db');
    const settings = { caps: { nurse: { limit: 10, window: 3_600_000, paced: false } } };
    const first = await started({ store, served: { settings } });
    const ask = (client: Client, from: number) =>
      client.post('/v1/decide', {
        cases: Array.from({ length: 8 }, (_, k) => ({
          id: `k${from + k}`,
          probs: [0.34, 0.33, 0.33],
        })),
      });
    const one = (await ask(first, 0)).json.decisions;
    expect(one.every(({ defer }: { defer: boolean }) => defer)).toBe(true);
    await first.serving.stop();
    const second = await started({ store, served: { settings } });
    const two = (await ask(second, 100)).json.decisions;
    expect(two.filter(({ defer }: { defer: boolean }) => defer)).toHaveLength(2);
    const kept = two.find(({ defer }: { defer: boolean }) => !defer);
    expect(kept).toMatchObject({ mark: 'over-cap', route: 'model' });
    expect(kept.reason).toMatch(/because the cap is used up/);
    expect((await second.get('/v1/status')).json.windows[0]).toMatchObject({
      overCap: 6,
      wished: 16,
    });
    await second.serving.stop();
  });

  it('observes: keeps all but the audited cases, and logs how likely each was', async () => {
    const settings = { mode: 'observe', audit: 0.2 } as const;
    const { post, get, serving } = await started({ served: { settings } });
    const cases = Array.from({ length: 1000 }, (_, k) => ({
      id: `o${k}`,
      probs: k % 2 ? probs : [0.96, 0.02, 0.02],
    }));
    const { json } = await post('/v1/decide', { cases });
    type Each = { defer: boolean; mark?: string; id: string };
    const audited = json.decisions.filter(({ mark }: Each) => mark === 'audit');
    expect(json.decisions.every(({ defer, mark }: Each) => defer === (mark === 'audit'))).toBe(
      true,
    );
    expect(audited.length).toBeGreaterThan(60);
    const receipt = (await get(`/v1/decisions/${audited[0].id}`)).json;
    expect(receipt.auditProbability).toBeGreaterThanOrEqual(0.1);
    // The coin hangs on the id: asking again, or elsewhere with the same salt, rolls nothing anew.
    const again = await post('/v1/decide', {
      id: audited[0].id,
      probs: cases.find(({ id }) => id === audited[0].id)!.probs,
    });
    expect(again.json).toEqual(audited[0]);
    await serving.stop();
  });

  it('lets a challenger decide in the shadow', async () => {
    const challenger = { text: printPolicy(worldPolicy({ seed: 2 })) };
    const { post, get, serving } = await started({ served: { challenger } });
    await post('/v1/decide', { id: 'c', probs });
    const { json } = await get('/v1/decisions/c');
    expect(json.challenger.policy).toBe(worldPolicy({ seed: 2 }).id);
    expect(json.decision.policy).toBe(worldPolicy().id);
    await serving.stop();
  });
});

describe('the queue', () => {
  it('gives reviewers the most valuable cases first, each to one of them', async () => {
    const { post, get, serving } = await started();
    for (const [k, p] of [0.36, 0.34, 0.38].entries())
      await post('/v1/decide', { id: `w${k}`, probs: [p, (1 - p) / 2, (1 - p) / 2] });
    const ids = (json: { cases: { id: string }[] }) => json.cases.map(({ id }) => id);
    const all = (await get('/v1/queue')).json;
    expect(queueSchema.parse(all)).toEqual(all);
    const scores = all.cases.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => a - b));
    expect(scores.length).toBe(3);
    const ann = (await get('/v1/queue?limit=2&lease=60&by=ann')).json;
    expect(ids(ann)).toEqual(ids(all).slice(0, 2));
    expect(ids((await get('/v1/queue?by=bob')).json)).toEqual(ids(all).slice(2));
    await post('/v1/queue/release', { id: ids(ann)[0], by: 'ann' });
    expect(ids((await get('/v1/queue?by=bob')).json)).toEqual([ids(all)[0], ids(all)[2]]);
    await post('/v1/outcomes', { id: ids(all)[2], expert: 1 });
    expect(ids((await get('/v1/queue?by=bob')).json)).toEqual([ids(all)[0]]);
    expect((await get('/v1/queue?limit=0')).json.field).toBe('limit');
    await serving.stop();
  });
});
