import { existsSync, readdirSync } from 'node:fs';
import { writeTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import {
  done,
  ended,
  HEARS_SIGNALS,
  QUICK_FIT,
  startCede,
  THREADS,
  temporaryFolder,
} from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

// DuckDB's threads wait for scores then, and the thread that gives them is on its way out.
it.skipIf(!HEARS_SIGNALS)(
  'a second Ctrl-C ends a score at once, even while DuckDB waits for scores',
  async () => {
    await writeTable(folder.at('fit.csv'), world({ seed: 1 }));
    await done(['fit', 'fit.csv', '-o', 'policy.json', ...QUICK_FIT, '--quiet'], { cwd });
    const db = await (await DuckDBInstance.create(':memory:')).connect();
    const third = '(1 / 3)::FLOAT';
    for (const part of [0, 1, 2])
      await db.run(
        `COPY (SELECT range AS id, ${third} AS model_p0, ${third} AS model_p1, ${third} AS model_p2, 0.5 AS skill FROM range(2000000)) TO '${folder.at(`part-${part}.parquet`)}' (FORMAT parquet)`,
      );
    db.closeSync();
    const score = startCede(['score', 'policy.json', 'part-*.parquet', '-o', 'scored'], {
      ...{ cwd, env: THREADS },
    });
    const end = ended(score);
    const underWay = () =>
      existsSync(folder.at('scored')) &&
      readdirSync(folder.at('scored')).filter((name) => name.endsWith('.tmp')).length;
    await expect.poll(underWay, { timeout: 60_000, interval: 20 }).toBe(3);
    // Both are there when it goes on: none of its copies has ended in between.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) score.kill(signal);
    const late = setTimeout(() => score.kill('SIGKILL'), 15_000);
    await end;
    clearTimeout(late);
    expect(['SIGINT', 'SIGTERM']).toContain(score.signalCode);
  },
);
