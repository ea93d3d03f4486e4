import { createDecider } from '@cede/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionSchema, decisionsSchema, receiptSchema } from '../src/schema/answers.js';
import { type Client, started, worldPolicy, worldText } from './world.js';

let client: Client;
beforeAll(async () => {
  client = await started();
});
afterAll(() => client.serving.stop());

const decide = (body: unknown) => client.post('/v1/decide', body);

describe('one case', () => {
  it('is decided as the policy decides it, and says so in body and headers', async () => {
    const decider = createDecider(worldPolicy());
    for (const probs of [
      [0.98, 0.01, 0.01],
      [0.4, 0.3, 0.3],
      [0.2, 0.7, 0.1],
    ]) {
      const { status, json, headers } = await decide({ probs });
      const expected = decider.decide(probs);
      expect(status).toBe(200);
      expect(decisionSchema.parse(json)).toEqual(json);
      expect(json).toMatchObject({
        defer: expected.defer,
        route: expected.route,
        score: expected.score,
        threshold: expected.threshold,
        margin: expected.margin,
        policy: worldPolicy().id,
        revision: worldPolicy().threshold.revision,
      });
      expect(headers.get('cede-route')).toBe(expected.route);
      expect(Number(headers.get('cede-score'))).toBe(expected.score);
      expect(headers.get('cede-policy')).toBe(worldPolicy().id);
      expect(headers.get('cede-reason')).toBe(json.reason);
    }
  });

  it('has a reason that names the inputs that moved it', async () => {
    const { json } = await decide({ probs: [0.4, 0.3, 0.3] });
    expect(json.reason).toMatch(
      /^(Handed to nurse|Kept by the model): score \S+ is (at or below|above) the threshold \S+; moved most by [^;]*(entropy|probability)[^;]*\.$/,
    );
  });

  it('may come as logits, and is the same', async () => {
    const probs = [0.5, 0.3, 0.2];
    const first = await decide({ probs });
    const second = await decide({ logits: probs.map(Math.log) });
    expect(second.json.score).toBeCloseTo(first.json.score, 5);
    expect(second.json.answer).toBe(first.json.answer);
  });

  it('gets an id where it has none', async () => {
    const { json } = await decide({ probs: [0.5, 0.3, 0.2] });
    expect(json.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the same key', () => {
  it('and body give the same answer, byte for byte', async () => {
    const body = { id: 'same', probs: [0.5, 0.3, 0.2] };
    const [first, second] = [await decide(body), await decide(body)];
    expect(second.text).toBe(first.text);
    const together = await Promise.all([1, 2, 3].map(() => decide({ ...body, id: 'at once' })));
    expect(new Set(together.map(({ text }) => text)).size).toBe(1);
  });

  it('with another body is refused, and another step is another decision', async () => {
    await decide({ id: 'reused', probs: [0.5, 0.3, 0.2] });
    const { status, json, headers } = await decide({ id: 'reused', probs: [0.3, 0.5, 0.2] });
    expect(status).toBe(409);
    expect(json.field).toBe('id');
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const next = await decide({ id: 'reused', step: 1, probs: [0.3, 0.5, 0.2] });
    expect(next.json).toMatchObject({ id: 'reused', step: 1 });
  });
});

describe('many cases', () => {
  it('in a batch are answered one by one, a bad one in its place', async () => {
    const { status, json } = await decide({
      cases: [
        { id: 'b0', probs: [0.5, 0.3, 0.2] },
        { id: 'b1', probs: [0.5, 0.9, 0.2] },
        { id: 'b2', probs: 'none' },
        { id: 'b0', probs: [0.5, 0.3, 0.2] },
        7,
      ],
    });
    expect(status).toBe(200);
    expect(decisionsSchema.parse(json)).toEqual(json);
    expect(json.decisions[0].id).toBe('b0');
    expect(json.decisions[1]).toMatchObject({
      id: 'b1',
      error: { status: 400, field: 'cases[1].probs' },
    });
    expect(json.decisions[1].error.detail).toMatch(/sum to 1\.6/);
    expect(json.decisions[2].error).toMatchObject({ field: 'cases[2].probs' });
    expect(json.decisions[3]).toEqual(json.decisions[0]);
    expect(json.decisions[4].error.field).toBe('cases[4].body');
  });

  it('in a stream are answered line by line', async () => {
    const lines = [
      '{"id":"s0","probs":[0.5,0.3,0.2]}',
      '',
      '{"id":"s1","probs":[0.5,',
      '{"id":"s2","probs":[0.2,0.3,0.5]}',
      '{"id":"s3","id":"s4","probs":[0.2,0.3,0.5]}',
    ];
    const { status, text } = await client.post('/v1/decide', lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    expect(status).toBe(200);
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, error }) => id ?? error.field)).toEqual([
      's0',
      'line 2',
      's2',
      'line 4',
    ]);
    expect(answers[3].error.detail).toBe('line 4: has the key "id" twice in one place. Keep one.');
  });
});

describe('a wrong request gets one sentence that names the field', () => {
  it.each([
    [{}, 'probs', /is missing/],
    [{ probs: [0.5, 0.5] }, 'probs', /2 probabilities \(expected 3/],
    [{ probs: ['0.5', 0.3, 0.2] }, 'probs[0]', /expected a finite number, got "0\.5"/],
    [{ probs: [0.5, 0.3, null] }, 'probs[2]', /got null/],
    [{ probs: [0.5, 0.3, 0.2], logits: [1, 2, 3] }, 'logits', /not both/],
    [{ id: 5, probs: [0.5, 0.3, 0.2] }, 'id', /expected a text, got 5/],
    [{ id: 'x'.repeat(300), probs: [0.5, 0.3, 0.2] }, 'id', /at most 256 characters long, got 300/],
    [{ step: 1.5, probs: [0.5, 0.3, 0.2] }, 'step', /whole number/],
    [{ age: 5, probs: [0.5, 0.3, 0.2] }, 'age', /no feature column/],
    [{ features: { age: 5 }, probs: [0.5, 0.3, 0.2] }, 'features.age', /no feature column/],
    [{ cases: [] }, 'cases', /must not be empty/],
    [[], 'body', /expected an object, got a list/],
    ['{"probs": [0.5', 'body', /not complete JSON/],
    ['{"probs": [1e999, 0, 0]}', 'probs[0]', /finite/],
    ['{"probs": [0.5, 0.3, 0.2], "probs": [0.2, 0.3, 0.5]}', 'body', /the key "probs" twice/],
    ['{"cases": [{"id": "a", "probs": [1, 0, 0], "id": "b"}]}', 'body', /the key "id" twice/],
  ])('%j', async (body, field, sentence) => {
    const { status, json, headers } = await decide(body);
    expect({ status, field: json.field }).toEqual({ status: 400, field });
    expect(json.detail).toMatch(sentence);
    expect(json.detail).toMatch(/^[^\n]*\.$/);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('another type of body, a body without end, a path that is not there', async () => {
    const text = await client.post('/v1/decide', 'probs=1', { 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
    const large = await decide({
      id: 'large',
      probs: Array.from({ length: 500_000 }, () => 0.001),
    });
    expect(large.status).toBe(413);
    const nested = await decide(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(nested.status).toBe(400);
    expect((await client.get('/v1/nowhere')).status).toBe(404);
  });
});

describe('a receipt', () => {
  it('tells what was decided, what other rates would have done, and forgets on request', async () => {
    const { json: decision } = await decide({ id: 'kept one', probs: [0.9, 0.05, 0.05] });
    const path = `/v1/decisions/${encodeURIComponent('kept one')}`;
    const { status, json } = await client.get(path);
    expect(status).toBe(200);
    expect(receiptSchema.parse(json)).toEqual(json);
    expect(json.decision).toEqual(decision);
    expect(json.inputs).toEqual({ probs: [0.9, 0.05, 0.05] });
    for (const { rate, defer } of json.otherRates) expect(defer).toBe(json.rank <= rate);
    expect((await client.send('DELETE', path)).json).toEqual({ forgotten: 1 });
    expect((await client.get(path)).status).toBe(404);
    expect((await client.send('DELETE', path)).status).toBe(404);
  });
});

describe('feature columns', () => {
  it('stand beside the probabilities or under features, and must be there', async () => {
    const text = worldText({ columns: true });
    const own = await started({ served: { text } });
    try {
      const probs = [0.5, 0.3, 0.2];
      const beside = await own.post('/v1/decide', { probs, age: 44 });
      const under = await own.post('/v1/decide', { probs, features: { age: 44 } });
      const { score } = createDecider(worldPolicy({ columns: true })).decide(probs, [44]);
      expect([beside.json.score, under.json.score]).toEqual([score, score]);
      const missing = await own.post('/v1/decide', { probs });
      expect(missing.status).toBe(400);
      expect(missing.json).toMatchObject({
        detail: 'features: "age" is missing. This policy decides by it too.',
        field: 'features',
      });
      const bad: [object, string][] = [
        [{ probs, age: 'old' }, 'age'],
        [{ probs, features: { age: 'old' } }, 'features.age'],
        [{ probs: [0.5, 0.3], age: 44 }, 'probs'],
        [{ probs, age: 44, features: { age: 45 } }, 'features.age'],
      ];
      for (const [body, field] of bad) {
        const { status, json } = await own.post('/v1/decide', body);
        expect([status, json.field]).toEqual([400, field]);
        expect(json.detail).toMatch(`${field}: `);
      }
    } finally {
      await own.serving.stop();
    }
  });
});
