import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecider, decideWhole, fitPolicy, stream, type Table } from '@cede/core';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTable } from '../write-table.js';
import { scoreParts } from './score-parts.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-score-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function rows(count: number, seed: number): Table {
  const random = stream(seed, 'parts');
  const model = new Float32Array(3 * count);
  const label = Int32Array.from({ length: count }, () => random.below(3));
  for (let i = 0; i < count; i++) {
    const p = [0, 1, 2].map((c) => random.uniform() + (c === label[i] ? random.uniform() : 0));
    const sum = p[0] + p[1] + p[2];
    for (let c = 0; c < 3; c++) model[3 * i + c] = p[c] / sum;
  }
  return {
    rows: count,
    classes: ['0', '1', '2'],
    label,
    model,
    experts: [
      { name: 'expert', kind: 'labels', labels: label.map((l) => (l + random.below(2)) % 3) },
    ],
    columns: [],
    id: Array.from({ length: count }, (_, i) => `case-${seed}-${i}`),
  };
}

const policy = fitPolicy(rows(600, 1), { method: 'drcpe-zeroone', epochs: 3, rate: 0.3 });
const parts = [rows(5000, 2), rows(1, 3), rows(2300, 4)];
const read = async (file: string) => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
  return result.getRowObjects();
};

beforeAll(async () => {
  for (const [k, part] of parts.entries()) await writeTable(at(`part-${k}.parquet`), part);
});

const options = { columns: {}, rowsAtOnce: 2048 };

test('gives what single decisions give, in the order of the part, whatever its windows', async () => {
  const seen: number[] = [];
  const scored = await scoreParts(policy, at('part-*.parquet'), at('out'), {
    ...options,
    onProgress: (_done, _parts, count) => seen.push(count),
  });
  const { decide } = createDecider(policy);
  let deferred = 0;
  for (const [k, part] of parts.entries()) {
    const found = await read(at(`out/part-${k}.parquet`));
    expect(found).toHaveLength(part.rows);
    for (const [i, row] of found.entries()) {
      const one = decide(part.model!.subarray(3 * i, 3 * i + 3));
      expect(row.id).toBe(part.id![i]);
      expect(row.score).toBeCloseTo(one.score, 5);
      if (Math.abs(one.margin) > 1e-5) expect(row.defer).toBe(one.defer);
      expect(row.route).toBe(row.defer ? 'expert' : 'model');
      deferred += row.defer ? 1 : 0;
    }
  }
  expect(scored).toEqual({ parts: 3, found: 0, rows: 7301, deferred });
  expect(Math.max(...seen)).toBe(7301);
  expect(readdirSync(at('out')).sort()).toEqual([
    ...['part-0.parquet', 'part-1.parquet', 'part-2.parquet', 'scored.json'],
  ]);
});

test('goes on where it was stopped, and scores anew what is no longer what it was', async () => {
  const out = at('resumed');
  const stop = new AbortController();
  const run = scoreParts(policy, at('part-*.parquet'), out, {
    ...options,
    partsAtOnce: 1,
    signal: stop.signal,
    onProgress: (done) => done === 2 && stop.abort(),
  });
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(readdirSync(out).sort()).toEqual(['part-0.parquet', 'part-1.parquet', 'scored.json']);
  const before = statSync(join(out, 'part-0.parquet')).mtimeMs;
  const again = () => scoreParts(policy, at('part-*.parquet'), out, options);
  expect(await again()).toMatchObject({ parts: 3, found: 2, rows: 7301 });
  expect(statSync(join(out, 'part-0.parquet')).mtimeMs).toBe(before);
  expect(await again()).toMatchObject({ found: 3 });
  // A byte of the scores, and another part of the same name.
  const bytes = readFileSync(join(out, 'part-2.parquet'));
  bytes[40] ^= 1;
  writeFileSync(join(out, 'part-2.parquet'), bytes);
  expect(await again()).toMatchObject({ found: 2 });
  await writeTable(at('part-1.parquet'), rows(1, 9));
  utimesSync(at('part-1.parquet'), 0, 0);
  expect(await again()).toMatchObject({ found: 2 });
  await writeTable(at('part-1.parquet'), parts[1]);
});

test('refuses what would mix up scores, and names the row of a bad one', async () => {
  const other = fitPolicy(rows(600, 5), { method: 'drcpe-zeroone', epochs: 3, rate: 0.3 });
  await expect(scoreParts(other, at('part-*.parquet'), at('out'), options)).rejects.toThrow(
    /scored\.json: the folder holds scores of another policy/,
  );
  await writeTable(at('part-0.csv'), parts[0]);
  await expect(
    scoreParts(policy, [at('part-0.csv'), at('part-0.parquet')], at('twins'), options),
  ).rejects.toThrow(/would both be scored into part-0\.parquet/);
  const bad = rows(5000, 6);
  bad.model![3 * 4998] = 7;
  await writeTable(at('bad.parquet'), bad);
  await expect(scoreParts(policy, at('bad.parquet'), at('bad'), options)).rejects.toThrow(
    /row 903\b.*Rows are counted from row 4097 of the file/,
  );
  expect(readdirSync(at('bad'))).toEqual([]);
  await expect(
    scoreParts(policy, at('part-0.parquet'), at('kept'), { ...options, keep: ['nothing'] }),
  ).rejects.toThrow(/no column "nothing" to keep/);
});

test('the files have the same bytes whatever the threads, and are those of scoring in memory', async () => {
  const bytes = async (name: string, threads: number, rowsAtOnce: number) => {
    const asked = { columns: {}, threads, rowsAtOnce };
    await scoreParts(policy, at('part-*.parquet'), at(name), asked);
    const files = readdirSync(at(name)).sort();
    return files.map((file) => readFileSync(join(at(name), file)).toString('base64'));
  };
  const alone = await bytes('alone', 0, 2048);
  expect(await bytes('one', 1, 2048)).toEqual(alone);
  expect(await bytes('three', 3, 4096)).toEqual(alone);
  const { scores, defer } = decideWhole(policy, parts[0]);
  const found = await read(at('three/part-0.parquet'));
  expect(Float32Array.from(found, ({ score }) => Number(score))).toEqual(scores);
  expect(found.map((row) => row.defer)).toEqual(Array.from(defer, (one) => one === 1));
});

test('what a thread refuses is refused as it would be here', async () => {
  const withColumn = (table: Table, values: Float32Array): Table => ({
    ...table,
    columns: [{ name: 'age', values }],
  });
  const fitted = rows(600, 11);
  const age = Float32Array.from({ length: 600 }, (_, i) => i % 7);
  const asked = { method: 'drcpe-zeroone', epochs: 2, rate: 0.3 } as const;
  const byAge = fitPolicy(withColumn(fitted, age), asked);
  const ages = Float32Array.from({ length: 3000 }, (_, i) => (i === 2053 ? Number.NaN : i % 7));
  await writeTable(at('gap.parquet'), withColumn(rows(3000, 12), ages));
  for (const threads of [0, 2])
    await expect(
      scoreParts(byAge, at('gap.parquet'), at(`gap-${threads}`), { ...options, threads }),
    ).rejects.toMatchObject({
      name: 'InputError',
      code: 'row-invalid',
      message: expect.stringMatching(
        /table gap\.parquet: feature age is missing in 1 row \(first: row 6\).*from row 2049 of/,
      ),
    });
});
