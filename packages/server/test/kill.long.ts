import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteHere } from '../src/store/sqlite/open.js';
import { killAndCheck, startProcess } from './kill.js';
import { POSTGRES, startPostgres } from './postgres.js';
import { decisionRow } from './store-contract.js';
import { temporaryFolder, worldText } from './world.js';

const folder = temporaryFolder();
afterAll(folder.remove);

it('SQLite: kill -9 under load, 50 times', async () => {
  await killAndCheck(folder.at('killed.db'), 50, 3);
});

describe.skipIf(!POSTGRES)('PostgreSQL, the real server', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  it('kill -9 under load, 50 times', async () => {
    await killAndCheck(server.address, 50, 4);
  });
});

it('a restart with a million records takes less than 2 s, and an old key is known at once', async () => {
  const path = folder.at('million.db');
  const store = openSqliteHere(path, 'relaxed');
  const probs = '[0.5,0.3,0.2]';
  const now = Date.now();
  for (let from = 0; from < 1_000_000; from += 2000)
    await store.append({
      decisions: Array.from({ length: 2000 }, (_, k) =>
        decisionRow(`m${from + k}`, {
          ...{ policy: 'default', at: now - 3_600_000 + from, inputs: `{"probs":${probs}}` },
          answer: `{"id":"m${from + k}","reason":"because","policy":"x"}`,
          facts: '{"rank":0.5,"propensities":{"nurse":0},"goldPropensity":0}',
        }),
      ),
      ...{ outcomes: [], state: [] },
    });
  await store.close();
  writeFileSync(folder.at('policy.json'), worldText());
  const args = [folder.at('policy.json'), '--port', '0', '--store', path, '--quiet'];
  // The first start writes the policy down; what is measured is a restart.
  for (const round of [1, 2]) {
    const { child, address, took } = await startProcess(args);
    const began = Date.now();
    const reply = await fetch(`${address}/v1/decide`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: `{"id":"m999999","probs":${probs}}`,
    });
    expect(await reply.text()).toBe('{"id":"m999999","reason":"because","policy":"x"}');
    const first = took + Date.now() - began;
    if (round === 2) expect(first, 'ms to the first answer').toBeLessThan(2000);
    console.log(`restart with a million records: ${first} ms to the first answer`);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
});
