import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { killAndCheck, startProcess } from './kill.js';
import { temporaryFolder, worldText } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);

// More of them in kill.long.ts.
it('kill -9 under load, 5 times: no answer is lost, none is given twice', async () => {
  await killAndCheck(folder.at('killed.db'), 5, 1);
}, 240_000);

const hasStrace = spawnSync('strace', ['-V']).status === 0;

/** A kill leaves the system's buffers alone; only the order of system calls shows what a power cut leaves. */
describe.skipIf(!hasStrace)('what is on disk before an answer (strace)', () => {
  async function callsOf(synchronous?: string): Promise<string[]> {
    const [policy, trace] = [folder.at('policy.json'), folder.at(`trace-${synchronous}.txt`)];
    writeFileSync(policy, worldText());
    const wrap = [
      'strace',
      '-f',
      '-qq',
      '-e',
      'trace=fdatasync,fsync,write,writev,pwrite64',
      '-s',
      '60',
      '-o',
      trace,
    ];
    if (synchronous) process.env.CEDE_TEST_SYNCHRONOUS = synchronous;
    try {
      const { child, address } = await startProcess(
        [policy, '--port', '0', '--store', folder.at(`traced-${synchronous}.db`), '--quiet'],
        wrap,
      );
      const before = readFileSync(trace, 'utf8').split('\n').length;
      await fetch(`${address}/v1/decide`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"traced","probs":[0.5,0.3,0.2]}',
      }).then((reply) => reply.text());
      const ended = new Promise((resolve) => child.on('exit', resolve));
      const [, served] = /^(\d+) /.exec(readFileSync(trace, 'utf8')) ?? [];
      process.kill(Number(served), 'SIGTERM');
      await ended;
      return readFileSync(trace, 'utf8')
        .split('\n')
        .slice(before - 1);
    } finally {
      delete process.env.CEDE_TEST_SYNCHRONOUS;
    }
  }
  /** Whether a sync stands between the record (a write to the log) and the answer (a write of HTTP). */
  function syncedFirst(calls: readonly string[]): boolean {
    const answer = calls.findIndex((call) => /write[v]?\(.*HTTP\/1\.1 200/.test(call));
    const record = calls.findIndex((call) => /pwrite64\(/.test(call));
    expect(answer).toBeGreaterThan(0);
    expect(record).toBeGreaterThanOrEqual(0);
    expect(record).toBeLessThan(answer);
    return calls.slice(record, answer).some((call) => /f(data)?sync\(/.test(call));
  }

  it('strict: the record is synced first; with synchronous=OFF this very test fails', async () => {
    expect(syncedFirst(await callsOf())).toBe(true);
    expect(syncedFirst(await callsOf('OFF'))).toBe(false);
  }, 120_000);
});
