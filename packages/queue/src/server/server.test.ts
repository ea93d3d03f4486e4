import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAddress, whatHelps } from './address.js';
import { loadPackages, openServer } from './bullmq.js';
import type { CellJob } from './contract.js';
import { gateId, type JobTree, plantTrees } from './trees.js';

describe('an address', () => {
  test('is taken apart, and shown without its password', () => {
    expect(parseAddress('redis://queue.example')).toEqual({
      ...{ host: 'queue.example', port: 6379, db: 0, shown: 'redis://queue.example:6379' },
    });
    expect(parseAddress('rediss://me:p%40ss@queue.example:6380/3')).toEqual({
      ...{ host: 'queue.example', port: 6380, db: 3, username: 'me', password: 'p@ss' },
      ...{ tls: { servername: 'queue.example' }, shown: 'rediss://queue.example:6380/3' },
    });
  });

  test('which is a number is no name that a certificate could be for', () => {
    expect(parseAddress('rediss://127.0.0.1').tls).toEqual({});
    expect(parseAddress('rediss://[::1]').tls).toEqual({});
    expect(parseAddress('rediss://127.0.0.1?servername=localhost').tls).toEqual({
      servername: 'localhost',
    });
  });

  test.each([
    ['connect ECONNREFUSED 127.0.0.1:1', 'redis:', /Is redis-server \(or Valkey\) running there\?/],
    ['WRONGPASS invalid', 'redis:', /Write user and password into the address\./],
    [
      'NOPERM this user has no permissions',
      'redis:',
      /Give it the right to all commands on cede:\*/,
    ],
    [
      'self-signed certificate in certificate chain',
      'rediss:',
      /Name its authority: \?ca=ca\.pem\./,
    ],
    ['unable to verify the first certificate', 'rediss:', /Name its authority: \?ca=ca\.pem\./],
    ["Hostname/IP does not match certificate's altnames", 'rediss:', /\?servername=/],
    ['read ECONNRESET', 'redis:', /If it speaks TLS, write rediss:\/\/\./],
    ['read ECONNRESET', 'rediss:', /Is redis-server/],
  ])('%s at %s// is told with what helps', (said, protocol, help) => {
    expect(whatHelps(said, `${protocol}//host:6379`)).toMatch(help);
  });

  test('names the files that TLS needs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cede-address-'));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, 'a certificate');
    expect(parseAddress(`rediss://host?ca=${file}&servername=other`).tls).toEqual({
      ...{ ca: Buffer.from('a certificate'), servername: 'other' },
    });
    expect(() => parseAddress(`rediss://host?ca=${file}x`)).toThrow(/can't read .*x, the ca of/);
    await rm(folder, { recursive: true });
  });

  test.each([
    ['nonsense', /the address is no address\. Write it as/],
    ['redis://me:a/b@host', /In a user or a password write \/ as %2F, @ as %40, : as %3A\./],
    ['http://host', /begins with http:/],
    ['redis://host/one', /names the database "one"/],
    ['rediss://host?pin=1', /has the setting "pin" \(known: ca, cert, key, servername\)/],
    ['redis://host?ca=x', /redis:\/\/ uses no TLS/],
  ])('%s is refused', (text, said) => {
    expect(() => parseAddress(text)).toThrow(said);
  });

  test('that nobody answers at is refused with what was found, and no password', async () => {
    const address = parseAddress('redis://me:secret@127.0.0.1:1');
    const refused = await openServer(address, { build: 'x', patience: 300 }).catch((e) => e);
    expect(refused.message).toMatch(
      /^queue: redis:\/\/127\.0\.0\.1:1 can't be used \(.*ECONNREFUSED/,
    );
    expect(refused.message).not.toContain('secret');
  });
});

test('what is not installed is named with the command that installs it', async () => {
  const missing = Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadPackages(() => Promise.reject(missing))).rejects.toThrow(
    'A queue needs BullMQ and ioredis, which are not installed: run npm install bullmq@6.7.0 ioredis@6.0.0 where cede is installed.',
  );
});

describe('cells as trees', () => {
  const job = (id: string, ...waitsFor: string[]): CellJob => ({
    ...{ id, kind: 'k', waitsFor },
    data: { spec: {}, needs: {}, context: '', store: 'server' },
  });
  const drawn = ({ job, gate, children }: JobTree): string =>
    (job?.id ?? gateId(gate!)) + (children.length > 0 ? `(${children.map(drawn).join(' ')})` : '');

  test('the first who needs a cell is its parent, others get a gate', () => {
    const jobs = [job('a'), job('b', 'a'), job('c', 'a', 'b'), job('d', 'a'), job('e')];
    expect(plantTrees(jobs, new Map()).map(drawn)).toEqual([
      'c(gate-a-c b(a))',
      'd(gate-a-d)',
      'e',
    ]);
  });

  test('a cell that reports to somebody already on the queue keeps doing so', () => {
    expect(plantTrees([job('a'), job('b', 'a')], new Map([['a', 'z']])).map(drawn)).toEqual([
      'a',
      'b(gate-a-b)',
    ]);
    expect(plantTrees([job('a'), job('b', 'a')], new Map([['a', 'b']])).map(drawn)).toEqual([
      'b(a)',
    ]);
  });
});
