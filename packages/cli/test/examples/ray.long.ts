import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { done, QUICK, temporaryFolder } from '../cede.js';
import { world } from '../worlds.js';

/** `PYTHON` names an interpreter with ray, onnxruntime, pandas and pyarrow. */
const python = process.env.PYTHON ?? 'python3';
const hasRay =
  spawnSync(python, ['-c', 'import ray.data, onnxruntime, pandas, pyarrow']).status === 0;
const folder = temporaryFolder();
afterAll(folder.remove);

it.skipIf(!hasRay)('Ray decides as cede score, of several parts', async () => {
  const cwd = folder.path;
  await writeTable(folder.at('fit.csv'), world({}));
  const fit = ['fit', 'fit.csv', '-o', 'policy.json', '--method', 'drcpe-zeroone'];
  await done([...fit, '--rate', '0.3', ...QUICK, '--quiet'], { cwd });
  await done(['export', 'policy.json', '--onnx', 'policy.onnx', '--quiet'], { cwd });
  mkdirSync(folder.at('parts'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  for (const k of [0, 1, 2]) {
    const { id: _, ...rows } = world({ seed: 10 + k, rows: 3000 });
    const ids = Array.from({ length: rows.rows }, (_, i) => `${k}-${i}`);
    await writeTable(folder.at('named.parquet'), { ...rows, id: ids });
    const model = [0, 1, 2].map((c) => `model_p${c} AS model_${c}`).join(', ');
    await connection.run(
      `COPY (SELECT id, ${model} FROM read_parquet('${folder.at('named.parquet')}')) TO '${folder.at(`parts/part-${k}.parquet`)}' (FORMAT parquet)`,
    );
  }
  await done(['score', 'policy.json', 'parts/part-*.parquet', '-o', 'ours', '--quiet'], { cwd });
  const script = join(import.meta.dirname, '../../../../examples/ray/score.py');
  const args = [script, folder.at('policy.onnx'), folder.at('parts'), folder.at('theirs')];
  const said = execFileSync(python, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  expect(said).toMatch(/^9000 rows scored$/m);
  const read = async (which: string) => {
    const from = `read_parquet('${folder.at(which)}/*.parquet')`;
    const found = await connection.runAndReadAll(
      `SELECT id, score, defer FROM ${from} ORDER BY id`,
    );
    return found.getRowObjects() as { id: string; score: number; defer: boolean }[];
  };
  const [ours, theirs] = [await read('ours'), await read('theirs')];
  expect(theirs.map(({ id }) => id)).toEqual(ours.map(({ id }) => id));
  let differing = 0;
  for (const [i, { score, defer }] of ours.entries()) {
    expect(Math.abs(theirs[i].score - score)).toBeLessThanOrEqual(
      1e-5 * Math.max(1, Math.abs(score)),
    );
    if (theirs[i].defer !== defer) differing++;
  }
  // Only a score within the margin of the threshold may fall on its other side.
  expect(differing).toBeLessThanOrEqual(2);
  expect(ours.filter(({ defer }) => defer).length).toBeGreaterThan(900);
});
