import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlainRequest } from '../src/http/plain-request.js';
import { openLog } from '../src/store/open.js';
import { type Client, started, temporaryFolder } from './world.js';

const folder = temporaryFolder();
let client: Client;
beforeAll(async () => {
  client = await started({ store: folder.at('lane.db') });
});
afterAll(async () => {
  await client.serving.stop();
  folder.remove();
});

const body = (id: string, more: object = {}) =>
  JSON.stringify({ id, probs: [0.5, 0.3, 0.2], ...more });

const post = (
  content: string,
  headers: readonly string[] = [],
  line = 'POST /v1/decide HTTP/1.1',
) =>
  [
    ...[line, 'Host: here', 'Content-Type: application/json'],
    ...[`Content-Length: ${Buffer.byteLength(content)}`, ...headers, '', content],
  ].join('\r\n');

/** Sends pieces one after the other, and collects all that comes back until the other side ends. */
function exchange(pieces: readonly (string | Buffer)[], until?: RegExp): Promise<string> {
  const { port } = new URL(client.serving.address);
  return new Promise((resolve, reject) => {
    let found = '';
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((done) => setTimeout(done, 15));
      }
      if (!until) socket.end();
    });
    socket.on('data', (piece) => {
      found += piece;
      if (until?.test(found)) socket.end();
    });
    socket.on('error', reject).on('close', () => resolve(found));
  });
}

/** Without what differs from request to request. */
const timeless = (text: string) =>
  text
    .replace(/^date: .*\r\n/gim, '')
    .replace(/^x-request-id: .*\r\n/gim, '')
    // Fastify closes the connection after a body it can't read; the lane has read all of it.
    .replace(/^(connection|keep-alive): .*\r\n/gim, '')
    .split('\r\n')
    .map((line) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase()))
    .sort();

describe('the express lane', () => {
  it('answers as the usual way does, header for header', async () => {
    const trace = 'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const [k, content] of [
      body('same-way'),
      body('grüße', { group: 'süd' }),
      JSON.stringify({ cases: [{ id: 'x', probs: [1, 0, 0] }, { probs: 'no' }, 7] }),
      '{"probs": [0.5, 0.3, 0.2], "id": ""}',
      '{"probs": [0.5, 0.3',
      '[]',
    ].entries()) {
      const whole = post(content, [trace, 'X-Request-Id: mine']);
      expect(readPlainRequest(Buffer.from(whole))).toBeDefined();
      const quick = await exchange([whole], /\r\n\r\n.*[}\]]$/s);
      // Cut in two it meets Node's own parser.
      const usual = await exchange([whole.slice(0, 40), whole.slice(40)], /\r\n\r\n.*[}\]]$/s);
      expect(timeless(usual), String(k)).toEqual(timeless(quick));
      expect(quick).toContain('x-request-id: mine');
    }
  });

  it('leaves everything that is not plain to Node', () => {
    const plain = post('{}');
    expect(readPlainRequest(Buffer.from(plain))).toMatchObject({ path: '/v1/decide', text: '{}' });
    for (const odd of [
      ...[plain.slice(0, -1), plain.replace('HTTP/1.1', 'HTTP/1.0'), plain.replace('POST', 'PUT')],
      ...[plain.replace('Host: here\r\n', ''), plain.replace('\r\n', '\n')],
      post('{}', ['Transfer-Encoding: chunked']),
      post('{}', ['transfer-encoding : chunked']),
      post('{}', ['Content-Length: 2']),
      post('{}', ['Host: there']),
      post('{}', ['Expect: 100-continue']),
      post('{}', ['Connection: close']),
      post('{}', ['Connection: upgrade', 'Upgrade: h2c']),
      post('{}', ['X-Folded: a', ' b']),
      post('{}', ['X-Odd: \u0001']),
      post('{}', ['No colon']),
      post('{}').replace('Content-Length: 2', 'Content-Length: +2'),
      post('{}').replace('Content-Length: 2', 'Content-Length: 0x2'),
      post('{}').replace('application/json', 'text/plain'),
    ])
      expect(readPlainRequest(Buffer.from(odd)), odd).toBeUndefined();
  });

  it('answers requests that were sent at once in their order, whichever way each goes', async () => {
    const ids = Array.from({ length: 30 }, (_, k) => `queued-${k}`);
    const all = ids.map((id, k) => post(body(id), k === 20 ? ['Expect-Nothing: 1', 'TE: a'] : []));
    const found = await exchange([all.join('')], /queued-29"/);
    expect([...found.matchAll(/"id":"(queued-\d+)"/g)].map(([, id]) => id)).toEqual(ids);
  });

  it('lets a connection go on with other routes, and closes it when asked to', async () => {
    const get = 'GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n';
    const last = post(body('last'), ['Connection: close']);
    const found = await exchange([post(body('first')), get, last], /never/);
    expect(found.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(found).toMatch(/"id":"last"/);
  });

  it('answers a caller who has closed its own side', async () => {
    expect(await exchange([post(body('half'))])).toMatch(/^HTTP\/1\.1 200 OK.*"id":"half"/s);
  });

  it('ends idle connections when the service stops', async () => {
    const other = await started();
    const { port } = new URL(other.serving.address);
    const closed = new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(post(body('idle'))));
      socket.once('data', () => void other.serving.stop());
      socket.on('close', resolve);
    });
    await closed;
  });

  it('answers all that it records when the service stops, and callers know that it stops', async () => {
    const store = folder.at('stopping.db');
    const other = await started({ store });
    const { port } = new URL(other.serving.address);
    const answered = new Set<string>();
    const said = new Set<string>();
    let sent = 0;
    // Each sends the next request as soon as it has its answer, unless it was told to go.
    const caller = () =>
      new Promise((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => ask());
        const ask = () => socket.write(post(body(`n${sent++}`)));
        socket.on('data', (piece) => {
          const text = String(piece);
          answered.add(/"id":"(n\d+)"/.exec(text)![1]!);
          const connection = /\r\nconnection: ([\w-]+)/i.exec(text)![1]!;
          said.add(connection);
          if (connection === 'close') socket.end();
          else ask();
        });
        socket.on('error', resolve).on('close', resolve);
      });
    const callers = Array.from({ length: 16 }, caller);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await other.serving.stop();
    await Promise.all(callers);
    expect([...said].sort()).toEqual(['close', 'keep-alive']);
    const log = await openLog(store);
    const recorded = (await log.rows('default', 0, 1_000_000)).map(({ id }) => id);
    await log.close();
    expect(recorded.filter((id) => !answered.has(id))).toEqual([]);
    // On a busy machine, a caller may be slower than the 50 ms that its connection is kept for it.
    expect(recorded.length).toBe(answered.size);
  });

  it('and Node agree about bytes that are nearly plain', async () => {
    const pieces = fc.constantFrom(
      ...['\r\n', '\n', ' ', ':', 'Host: a\r\n', 'Content-Length: 3\r\n', '\t', '\u0000', 'é'],
    );
    const drawn = fc.sample(fc.tuple(fc.nat(120), pieces), { numRuns: 60, seed: 3 });
    for (const [at, piece] of drawn) {
      const whole = post('{"probs":[0.5,0.3,0.2],"id":"near"}');
      const spoiled = Buffer.from(whole.slice(0, at) + piece + whole.slice(at), 'latin1');
      const quick = await exchange([spoiled]);
      const usual = await exchange([spoiled.subarray(0, 1), spoiled.subarray(1)]);
      const statuses = (text: string) => text.match(/^HTTP\/1\.1 \d+/gm);
      expect(statuses(quick), spoiled.toString('latin1')).toEqual(statuses(usual));
    }
  });
});
