import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeTable } from '@cede/data/node';
import { lockFolder } from '@cede/run/node';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  cede,
  done,
  ended,
  expectRefusal,
  filesBelow,
  QUICK_FIT,
  startCede,
  temporaryFolder,
} from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const SCORE = ['score', 'policy.json', 'part-*.parquet', '--quiet', '-o'];
const PARTS = 6;

beforeAll(async () => {
  await writeTable(folder.at('rows.parquet'), world({ rows: 2000 }));
  await done(['fit', 'rows.parquet', '-o', 'policy.json', ...QUICK_FIT], { cwd });
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (let part = 0; part < PARTS; part++)
    await connection.run(
      `COPY (SELECT '${part}-' || range || '-' || id AS id, COLUMNS('model_p.*') FROM read_parquet('${folder.at('rows.parquet')}'), range(100)) TO '${folder.at(`part-${part}.parquet`)}' (FORMAT parquet)`,
    );
});
afterAll(folder.remove);

/** Parts that the folder's ledger remembers. */
const scoredIn = (out: string) => {
  const file = folder.at(`${out}/scored.json`);
  return existsSync(file) ? Object.keys(JSON.parse(readFileSync(file, 'utf8')).parts).length : 0;
};

it('killed with -9 and run again, the folder has the bytes of an unbroken run', async () => {
  await done([...SCORE, 'unbroken'], { cwd });
  const reference = filesBelow(folder.at('unbroken'));
  expect(Object.keys(reference)).toHaveLength(PARTS + 1);
  for (const least of [1, 3]) {
    const child = startCede([...SCORE, 'killed'], { cwd });
    const end = ended(child);
    while (scoredIn('killed') < least && child.exitCode === null) await sleep(2);
    child.kill('SIGKILL');
    await end;
  }
  for (const [name, bytes] of Object.entries(filesBelow(folder.at('killed'))))
    if (/^part-/.test(name)) expect(bytes === reference[name], `${name} is not whole`).toBe(true);
  const { found, rows } = JSON.parse(
    await done([...SCORE.filter((word) => word !== '--quiet'), 'killed', '--json'], { cwd }),
  );
  expect(found).toBeGreaterThanOrEqual(1);
  expect(rows).toBe(PARTS * 200_000);
  const resumed = filesBelow(folder.at('killed'));
  // Nothing that was half-written is left.
  expect(Object.keys(resumed)).toEqual(Object.keys(reference));
  for (const name of Object.keys(reference)) expect(resumed[name] === reference[name]).toBe(true);
});

it('a folder that another run writes into is refused', async () => {
  const lock = await lockFolder(folder.at('busy'));
  expectRefusal(
    await cede([...SCORE, 'busy'], { cwd }),
    1,
    /--output busy: is in use by another run \(process \d+\)\. Wait for it, or give another folder/,
  );
  await lock.release();
});
