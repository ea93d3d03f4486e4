import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, Refused } from '../../../examples/http-client/client.js';
import { clientTypes } from '../../../scripts/client-types.js';
import { openApi } from '../src/schema/openapi.js';
import { VERSION } from '../src/version.js';
import { type Client, started } from './world.js';

const folder = join(import.meta.dirname, '../../../examples/http-client');
let service: Client;
beforeAll(async () => {
  service = await started();
});
afterAll(() => service.serving.stop());

it('types of the client are those of the OpenAPI document (node scripts/client-types.js)', () => {
  expect(readFileSync(join(folder, 'api.ts'), 'utf8')).toBe(clientTypes(openApi(VERSION)));
});

it('the client decides, tells outcomes, reads receipts and the queue, and passes refusals on', async () => {
  const client = createClient({ address: service.serving.address });
  const decision = await client.decide({ id: 'c1', probs: [0.34, 0.33, 0.33] });
  expect(decision.defer).toBe(true);
  const all = await client.decideAll([{ probs: [0.9, 0.05, 0.05] }, { probs: [7, 0, 0] }]);
  expect(all.map((each) => 'error' in each)).toEqual([false, true]);
  const { cases } = await client.queue('ann');
  expect(cases.map(({ id }) => id)).toContain('c1');
  expect(await client.outcome({ id: 'c1', expert: 1, gold: 'b' })).toMatchObject({
    recorded: true,
  });
  expect((await client.receipt('c1')).outcomes).toHaveLength(2);
  const refused = client.decide({ probs: [1] }).catch((error) => error);
  expect(await refused).toBeInstanceOf(Refused);
  expect((await refused).problem.field).toBe('probs');
});

it('the client asks again with the same ids where an answer got lost, and says who could not be reached', async () => {
  const bodies: string[] = [];
  const proxy = createServer((request, reply) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', async () => {
      bodies.push(body);
      if (request.url?.includes('/policies/')) return reply.writeHead(502).end('<html>Bad Gateway');
      const { address } = service.serving;
      const answer = await fetch(address + request.url, {
        ...{ method: request.method, body, headers: { 'content-type': 'application/json' } },
      });
      const text = await answer.text();
      if (bodies.length === 1) request.socket.destroy();
      else reply.writeHead(answer.status).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const [decision] = await createClient({ address, retries: 1 }).decideAll([{ probs: [1, 0, 0] }]);
  expect('error' in decision).toBe(false);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  const behind = createClient({ address, retries: 0, policy: 'gone' });
  await expect(behind.decide({ probs: [1, 0, 0] })).rejects.toThrow(/could not be reached \(502\)/);
  proxy.close();
});

const hasCurl = spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
it.skipIf(!hasCurl)('the curl example does the same', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const env = { ...process.env, CEDE: service.serving.address };
    execFile('sh', [join(folder, 'curl.sh')], { env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  const [one, many, outcome, receipt] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([one.id, many.decisions.length, outcome.recorded]).toEqual(['curl-1', 2, true]);
  expect(receipt.outcomes).toHaveLength(2);
});
