import { Agent } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemSchema } from '../src/schema/answers.js';
import { ask, requests } from './fuzz.js';
import { type Client, started } from './world.js';

const bugs: unknown[] = [];
let client: Client;
beforeAll(async () => {
  client = await started({
    logger: { log: (level, event, fields) => level === 'error' && bugs.push([event, fields]) },
  });
});
afterAll(() => client.serving.stop());

/** Seconds on a quick machine. */
export const RUNS = Number(process.env.CEDE_FUZZ ?? 20_000);

it('no request is answered with a failure of ours', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const drawn = fc.sample(requests, { numRuns: RUNS, seed: 14 });
  for (let from = 0; from < drawn.length; from += 64) {
    const some = drawn.slice(from, from + 64);
    const replies = await Promise.all(some.map((each) => ask(client.serving.address, each, agent)));
    replies.forEach(({ status, text }, k) => {
      const told = JSON.stringify({ asked: some[k], status, text: text.slice(0, 300) });
      expect(status < 500 || status === 503, told).toBe(true);
      if (status >= 400) expect(problemSchema.safeParse(JSON.parse(text)).success, told).toBe(true);
    });
  }
  agent.destroy();
  expect(bugs).toEqual([]);
  expect((await client.post('/v1/decide', { probs: [0.5, 0.3, 0.2] })).status).toBe(200);
}, 200_000);

it('bytes that are no HTTP end in 400 or a closed connection', async () => {
  const { port } = new URL(client.serving.address);
  const drawn = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 80 }), {
    numRuns: 60,
    seed: 15,
  });
  for (const bytes of drawn) {
    const text = await new Promise<string>((resolve) => {
      let found = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(Buffer.from(bytes)));
      socket.on('data', (piece) => {
        found += piece;
      });
      socket.on('error', () => resolve(found));
      socket.on('close', () => resolve(found));
    });
    expect(text === '' || /^HTTP\/1\.1 4/.test(text)).toBe(true);
  }
  expect((await client.get('/healthz')).status).toBe(200);
});
