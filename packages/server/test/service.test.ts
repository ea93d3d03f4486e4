import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { OPERATIONS, openApi } from '../src/schema/openapi.js';
import { startService } from '../src/serve/start.js';
import { started, temporaryFolder, worldText } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const probs = [0.4, 0.35, 0.25];

describe('outcomes', () => {
  it('are recorded once, by name or index, corrected only on request', async () => {
    const { post, get, serving } = await started();
    await post('/v1/decide', { id: 'o', probs });
    expect((await post('/v1/outcomes', { id: 'o', expert: 2, gold: 'c' })).json).toEqual({
      ...{ id: 'o', recorded: true, goldWanted: true },
    });
    expect((await post('/v1/outcomes', { id: 'o', expert: 'c', gold: 2 })).json.recorded).toBe(
      false,
    );
    const other = await post('/v1/outcomes', { id: 'o', expert: 1 });
    expect([other.status, other.json.field]).toEqual([409, 'expert']);
    expect((await post('/v1/outcomes', { id: 'o', expert: 1, replace: true })).status).toBe(200);
    const { json } = await get('/v1/decisions/o');
    expect(json.answered).toBe(true);
    expect(json.outcomes.map(({ who, value }: Record<string, string>) => [who, value])).toEqual([
      ['gold', 'c'],
      ['nurse', 'b'],
    ]);
    const many = await post('/v1/outcomes', {
      outcomes: [
        { id: 'o', gold: 2 },
        { id: 'nobody', gold: 1 },
        { id: 'o', gold: 7 },
        { id: 'o', who: 'eve', expert: 1 },
      ],
    });
    expect(
      many.json.outcomes.map((each: { error?: { field: string } }) => each.error?.field),
    ).toEqual([undefined, 'outcomes[1].id', 'outcomes[2].gold', 'outcomes[3].who']);
    await serving.stop();
  });
});

describe('a relaxed service', () => {
  it('knows what it has just answered, before it is on disk', async () => {
    const client = await started({ store: folder.at('just.db'), durability: 'relaxed' });
    for (let k = 0; k < 20; k++) {
      const id = `just-${k}`;
      await client.post('/v1/decide', { id, probs: [0.5, 0.3, 0.2] });
      expect((await client.get(`/v1/decisions/${id}`)).status).toBe(200);
      await client.post('/v1/decide', { id, step: 1, probs: [0.5, 0.3, 0.2] });
      const told = await client.post('/v1/outcomes', { id, expert: 'b', gold: 'b' });
      expect(told.json).toMatchObject({ id, recorded: true });
      expect((await client.get(`/v1/decisions/${id}`)).json.decision.step).toBe(1);
    }
    await client.serving.stop();
  });
});

describe('what is wrong with a request', () => {
  it('is said with the number or the class that was sent', async () => {
    const { get, post, serving } = await started();
    const detail = async (reply: ReturnType<typeof get>) => (await reply).json.detail;
    expect(await detail(get('/v1/queue?limit=0'))).toBe(
      'limit: must be at least 1, got "0" instead.',
    );
    expect(await detail(get('/v1/queue?by=a&lease=-1'))).toBe(
      'lease: must be at least 0, got "-1" instead.',
    );
    expect(await detail(post('/v1/decide', { id: '', probs }))).toBe('id: must not be empty.');
    expect(await detail(post('/v1/decide', { cases: [] }))).toBe('cases: must not be empty.');
    await post('/v1/decide', { id: 'told', probs });
    await post('/v1/outcomes', { id: 'told', expert: 'a' });
    expect(await detail(post('/v1/outcomes', { id: 'told', expert: 'b' }))).toBe(
      'expert: "a" was told before. To correct it, send "replace": true.',
    );
    await serving.stop();
  });
});

describe('a restart', () => {
  it('knows every key, and stops being the same request after the window', async () => {
    const store = folder.at('restart.db');
    const first = await started({ store });
    const before = await first.post('/v1/decide', { id: 'kept', probs });
    await first.serving.stop();
    const second = await started({ store });
    expect((await second.post('/v1/decide', { id: 'kept', probs })).text).toBe(before.text);
    expect((await second.post('/v1/decide', { id: 'kept', probs: [1, 0, 0] })).status).toBe(409);
    await second.serving.stop();
    const third = await started({ store, idempotency: 0 });
    expect((await third.post('/v1/decide', { id: 'kept', probs: [1, 0, 0] })).status).toBe(200);
    await third.serving.stop();
  });
});

describe('tokens', () => {
  const file = folder.at('tokens.json');
  const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
  const token = (name: string, ...roles: string[]) => ({ name, sha256: sha256(name), roles });
  writeFileSync(
    file,
    JSON.stringify({ tokens: [token('shop', 'decide'), token('boss', 'admin')] }),
  );
  const bearer = (name: string) => ({ authorization: `Bearer ${name}` });

  it('are asked for, and allow what their roles say', async () => {
    const { post, send, get, serving } = await started({ tokens: file });
    expect((await post('/v1/decide', { probs })).status).toBe(401);
    expect((await post('/v1/decide', { probs }, bearer('thief'))).status).toBe(401);
    expect((await post('/v1/decide', { id: 't', probs }, bearer('shop'))).status).toBe(200);
    expect((await post('/v1/outcomes', { id: 't', gold: 1 }, bearer('shop'))).status).toBe(403);
    expect((await send('DELETE', '/v1/decisions/t', undefined, bearer('shop'))).status).toBe(403);
    expect((await send('DELETE', '/v1/decisions/t', undefined, bearer('boss'))).status).toBe(200);
    expect((await get('/metrics')).status).toBe(401);
    for (const path of ['/healthz', '/readyz', '/docs', '/openapi.json'])
      expect((await get(path)).status).toBe(200);
    await serving.stop();
  });

  it('are needed beyond this machine', async () => {
    const policies = [{ name: 'default', text: worldText() }];
    await expect(startService({ policies, host: '0.0.0.0', port: 0 })).rejects.toThrow(
      /listening on 0\.0\.0\.0 without tokens/,
    );
    const { serving } = await started({ host: '0.0.0.0', tokens: file });
    expect(serving.address).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
    await serving.stop();
  });

  it('in a damaged file are refused', async () => {
    const path = folder.at('bad.json');
    writeFileSync(path, '{"tokens":[{"name":"x","sha256":"plain secret","roles":["decide"]}]}');
    await expect(started({ tokens: path })).rejects.toThrow(
      /tokens .*bad\.json: expected .*sha256/,
    );
    writeFileSync(
      path,
      `{"tokens":[{"name":"x","sha256":"${'0'.repeat(64)}","roles":["decide"],"roles":["admin"]}]}`,
    );
    await expect(started({ tokens: path })).rejects.toThrow(/has the key "roles" twice/);
  });
});

describe('the API describes itself', () => {
  it('with every route that is there, in OpenAPI 3.1 whose references lead somewhere', async () => {
    const { get, send, serving } = await started();
    const { json } = await get('/openapi.json');
    expect(json).toEqual(JSON.parse(JSON.stringify(openApi(json.info.version))));
    expect(json.openapi).toBe('3.1.0');
    for (const [, name] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(json.components.schemas).toHaveProperty(name);
    expect(JSON.stringify(json).includes('$defs')).toBe(false);
    expect(json.components.schemas.Decision.required).toContain('reason');
    for (const { method, path } of OPERATIONS) {
      const reply = await send(
        method.toUpperCase(),
        path.replace('{id}', 'nothing'),
        method === 'get' || method === 'delete' ? undefined : {},
      );
      expect(`${path} ${reply.text}`).not.toMatch(/There is no (GET|POST|PUT|DELETE)/);
    }
    const docs = await get('/docs');
    for (const { path } of OPERATIONS) expect(docs.text).toContain(path);
    await serving.stop();
  });

  it('and guards its answers with headers', async () => {
    const { get, serving } = await started();
    const { headers } = await get('/healthz');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await get('/healthz', { 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe(
      'mine-1',
    );
    await serving.stop();
  });
});

describe('too much at once', () => {
  it('is refused with 503 and a time to come back, and the rest is answered', async () => {
    const { post, serving } = await started({ mostAtOnce: 4 });
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, k) => post('/v1/decide', { id: `c${k}`, probs })),
    );
    const statuses = new Set(replies.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses.has(200)).toBe(true);
    for (const { status, headers } of replies)
      if (status === 503) expect(headers.get('retry-after')).toBe('1');
    expect((await post('/v1/decide', { probs })).status).toBe(200);
    await serving.stop();
  });

  it('includes a request that never ends', async () => {
    const { serving } = await started();
    const { port } = new URL(serving.address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      'POST /v1/decide HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const began = Date.now();
    const stopping = serving.stop();
    socket.destroy();
    await stopping;
    expect(Date.now() - began).toBeLessThan(5000);
  });
});

describe('stopping', () => {
  it('finishes what was accepted', async () => {
    const store = folder.at('stopped.db');
    const { post, serving } = await started({ store });
    const asked = Array.from({ length: 50 }, (_, k) => post('/v1/decide', { id: `s${k}`, probs }));
    const settled = Promise.allSettled(asked);
    await asked[0];
    await serving.stop();
    const replies = await settled;
    const again = await started({ store });
    for (const reply of replies) {
      if (reply.status !== 'fulfilled' || reply.value.status !== 200) continue;
      const receipt = await again.get(`/v1/decisions/${reply.value.json.id}`);
      expect(receipt.json.decision).toEqual(reply.value.json);
    }
    expect(replies.some(({ status }) => status === 'fulfilled')).toBe(true);
    await again.serving.stop();
  });
});
