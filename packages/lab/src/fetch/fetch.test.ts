import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stream } from '@cede/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchDataset, fetchFile } from './fetch.js';

const random = stream(1, 'file');
const CONTENT = Buffer.from(Array.from({ length: 300_000 }, () => random.below(256)));
const MD5 = createHash('md5').update(CONTENT).digest('hex');

let dir: string;
let server: Server;
let seen: (string | undefined)[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cede-fetch-'));
  seen = [];
  answer = withRange;
  server = createServer((request, response) => {
    seen.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(dir, { recursive: true });
});

const official = (md5 = MD5) => ({
  file: 'data.bin',
  address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/data.bin`,
  md5,
});
const path = () => join(dir, 'data.bin');
const part = () => `${path()}.part`;

function withRange(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from >= CONTENT.length) {
    response.writeHead(416, { 'content-range': `bytes */${CONTENT.length}` }).end();
    return;
  }
  response.writeHead(from > 0 ? 206 : 200, {
    'content-length': CONTENT.length - from,
    ...(from > 0 && { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }),
  });
  response.end(CONTENT.subarray(from));
}

function withoutRange(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
}

/** Promises the whole file and breaks the connection in the middle of it. */
function brokenHalfWay(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': CONTENT.length });
  response.write(CONTENT.subarray(0, 150_000), () => setTimeout(() => response.destroy(), 50));
}

describe('fetching a dataset', () => {
  it('downloads into place, with progress, and leaves no other file', async () => {
    const progress: number[] = [];
    const fetched = await fetchFile(official(), {
      dir: join(dir, 'made', 'here'),
      onProgress: ({ received, total }) => {
        progress.push(received);
        expect(total).toBe(CONTENT.length);
      },
    });
    expect(fetched).toEqual({
      path: join(dir, 'made', 'here', 'data.bin'),
      verified: true,
      downloaded: true,
    });
    expect(readFileSync(fetched.path).equals(CONTENT)).toBe(true);
    expect(existsSync(`${fetched.path}.part`)).toBe(false);
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(CONTENT.length);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  it('goes on from where a broken connection stopped', async () => {
    answer = brokenHalfWay;
    await expect(fetchFile(official(), { dir })).rejects.toThrow(
      /stopped after \d+ of 300000 bytes .*run the same command again/,
    );
    expect(existsSync(path())).toBe(false);
    const there = statSync(part()).size;
    expect(there).toBeGreaterThan(0);
    answer = withRange;
    const starts: number[] = [];
    await fetchFile(official(), { dir, onProgress: ({ received }) => starts.push(received) });
    expect(starts[0]).toBe(there);
    expect(seen).toEqual([undefined, `bytes=${there}-`]);
    expect(readFileSync(path()).equals(CONTENT)).toBe(true);
  });

  it('starts over at a server without ranges', async () => {
    writeFileSync(part(), CONTENT.subarray(0, 1000));
    answer = withoutRange;
    expect(await fetchFile(official(), { dir })).toMatchObject({ verified: true });
    expect(readFileSync(path()).equals(CONTENT)).toBe(true);
  });

  it('starts over where the server sends another range than asked', async () => {
    writeFileSync(part(), CONTENT.subarray(0, 1000));
    answer = (request, response) => {
      if (!request.headers.range) return withoutRange(request, response);
      response.writeHead(206, { 'content-range': `bytes 5-9/${CONTENT.length}` }).end('wrong');
    };
    expect(await fetchFile(official(), { dir })).toMatchObject({ verified: true });
  });

  it('takes a part that is already whole, and drops one that is too long', async () => {
    writeFileSync(part(), CONTENT);
    expect(await fetchFile(official(), { dir })).toMatchObject({ verified: true });
    expect(seen.length).toBe(1);
    rmSync(path());
    writeFileSync(part(), Buffer.concat([CONTENT, CONTENT]));
    expect(await fetchFile(official(), { dir })).toMatchObject({ verified: true });
    expect(readFileSync(path()).equals(CONTENT)).toBe(true);
  });

  it('stops when asked to, and keeps what came', async () => {
    const stop = new AbortController();
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 50_000));
    };
    const fetching = fetchFile(official(), {
      dir,
      signal: stop.signal,
      onProgress: ({ received }) => received >= 50_000 && stop.abort(new Error('enough')),
    });
    await expect(fetching).rejects.toThrow('enough');
    expect(existsSync(path())).toBe(false);
    answer = withRange;
    expect(await fetchFile(official(), { dir })).toMatchObject({ verified: true });
  });

  it('refuses a wrong checksum and throws the file away', async () => {
    await expect(fetchFile(official('0'.repeat(32)), { dir })).rejects.toThrow(
      `md5 is ${MD5}, expected ${'0'.repeat(32)}`,
    );
    expect(existsSync(path())).toBe(false);
    expect(existsSync(part())).toBe(false);
  });

  it('keeps a wrong checksum only when told to, and says so', async () => {
    const wrong = official('0'.repeat(32));
    expect(await fetchFile(wrong, { dir, unverified: true })).toMatchObject({ verified: false });
    // It is in place now: refused as it is, accepted with the same permission.
    await expect(fetchFile(wrong, { dir })).rejects.toThrow(/unverified: true/);
    expect(await fetchFile(wrong, { dir, unverified: true })).toEqual({
      path: path(),
      verified: false,
      downloaded: false,
    });
    expect(seen.length).toBe(1);
  });

  it('does nothing where the right file is already there', async () => {
    writeFileSync(path(), CONTENT);
    expect(await fetchFile(official(), { dir })).toMatchObject({
      verified: true,
      downloaded: false,
    });
    expect(seen).toEqual([]);
  });

  it('says what the server answered', async () => {
    answer = (_request, response) => response.writeHead(404).end('no such file');
    await expect(fetchFile(official(), { dir })).rejects.toThrow(/answered 404 Not Found/);
    expect(existsSync(part())).toBe(false);
  });

  it('says that a server can’t be reached', async () => {
    const gone = { ...official(), address: 'http://127.0.0.1:1/data.bin' };
    await expect(fetchFile(gone, { dir })).rejects.toThrow(/127.0.0.1:1.* can't be reached/);
  });

  it('asks the official address by the dataset’s name', async () => {
    const asked: string[] = [];
    const ask = async (address: RequestInfo | URL) => {
      asked.push(String(address));
      return new Response('not the dataset');
    };
    const options = { dir, fetch: ask as typeof fetch };
    await expect(fetchDataset('pathmnist', options)).rejects.toThrow(
      /expected a8b06965200029087d5bd730944a56c1/,
    );
    expect(asked).toEqual(['https://zenodo.org/records/10519652/files/pathmnist.npz']);
    await expect(fetchDataset('digits', { dir })).rejects.toThrow(/comes with the project/);
    await expect(fetchDataset('imagenet', { dir })).rejects.toThrow(/no dataset 'imagenet'/);
  });
});
