import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideWhole, fitPolicy, type Policy, stream, type Table } from '@cede/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../duckdb.js';
import { writeTable } from '../write-table.js';
import { scoreParts } from './score-parts.js';

/** Parts of new cases, with nobody's answers: those that DuckDB scores while it copies them. */
const folder = mkdtempSync(join(tmpdir(), 'cede-copy-with-scores-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const CASES = 150_000;
const GROUP = 14_336;
/** So many whole row groups of a part make one of at least 122,880 rows. */
const GROUPS_OF_COPY = [9 * GROUP, CASES - 9 * GROUP];

function tableOf(rows: number, seed: number): Table {
  const random = stream(seed, 'cases');
  const first = Float32Array.from({ length: rows }, () => random.uniform());
  return {
    rows,
    classes: ['0', '1'],
    label: Int32Array.from(first, (p) => (random.uniform() < p ? 0 : 1)),
    model: Float32Array.from({ length: 2 * rows }, (_, k) =>
      k % 2 === 0 ? first[k >> 1] : 1 - first[k >> 1],
    ),
    experts: [{ name: 'expert', kind: 'labels', labels: new Int32Array(rows) }],
    columns: [{ name: 'f_age', values: Float32Array.from(first, () => random.below(70)) }],
    id: Array.from({ length: rows }, (_, i) => `case ${i}`),
  };
}

const OPTIONS = { method: 'drcpe-zeroone', epochs: 2, rate: 0.3 } as const;
const policy = fitPolicy(tableOf(400, 1), OPTIONS);
const cases = tableOf(CASES, 2);
const { scores, defer } = decideWhole(policy, cases);

async function ask(sql: string) {
  const connection = await connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection.closeSync();
  }
}

const columns = "id, COLUMNS('model_.*'), f_age";
const write = (name: string, select: string, size = GROUP) =>
  ask(`COPY (${select}) TO '${at(name)}' (FORMAT parquet, ROW_GROUP_SIZE ${size})`);
const groupsOf = async (file: string) =>
  (
    await ask(
      `SELECT row_group_num_rows FROM parquet_metadata('${at(file)}') WHERE column_id = 0 ORDER BY row_group_id`,
    )
  ).map(([rows]) => Number(rows));
const score = (paths: string | string[], out: string, more = {}, by: Policy = policy) =>
  scoreParts(by, paths, at(out), { columns: {}, rowsAtOnce: 65_536, ...more });

beforeAll(async () => {
  await writeTable(at('all.parquet'), cases);
  await write('cases.parquet', `SELECT ${columns} FROM '${at('all.parquet')}'`);
});

test('gives the scores of the same rows in memory, in row groups made of whole ones of the part', async () => {
  const deferred = defer.reduce((sum, one) => sum + one, 0);
  expect(await score(at('cases.parquet'), 'plain')).toMatchObject({ rows: CASES, deferred });
  expect(readdirSync(at('plain')).sort()).toEqual(['cases.parquet', 'scored.json']);
  const found = await ask(`SELECT * FROM '${at('plain/cases.parquet')}'`);
  expect(found.map(([id]) => id)).toEqual(cases.id);
  expect(Float32Array.from(found, ([, score]) => Number(score))).toEqual(scores);
  expect(Uint8Array.from(found, ([, , one]) => Number(one))).toEqual(defer);
  expect(found.every(([, , one, route]) => route === (one ? 'expert' : 'model'))).toBe(true);
  // In windows they would be of 122,880 rows.
  expect(await groupsOf('plain/cases.parquet')).toEqual(GROUPS_OF_COPY);
});

test('the bytes do not depend on how many threads DuckDB has, whatever the row groups', async () => {
  // Of what a filter leaves over: row groups that differ, and one that is nearly of DuckDB's own size,
  // which its threads would take for whole and a single one would fill up.
  const [[threads]] = await ask("SELECT current_setting('threads')");
  await ask('SET threads = 1');
  const some = `SELECT ${columns} FROM '${at('all.parquet')}' WHERE hash(id) % 50 != 0`;
  await write('uneven.parquet', some, 25_000);
  await write('near.parquet', some, 121_000);
  expect(new Set((await groupsOf('uneven.parquet')).slice(0, -1)).size).toBeGreaterThan(1);
  const bytes: string[][] = [];
  for (const count of [1, 2, 4, 4]) {
    await ask(`SET threads = ${count}`);
    const out = `threads-${bytes.length}`;
    const names = ['cases.parquet', 'uneven.parquet', 'near.parquet'];
    await score(names.map(at), out);
    bytes.push(readdirSync(at(out)).map((file) => readFileSync(at(`${out}/${file}`), 'base64')));
  }
  await ask(`SET threads = ${threads}`);
  expect(new Set(bytes.map((each) => each.join())).size).toBe(1);
  expect(await groupsOf('threads-2/cases.parquet')).toEqual(GROUPS_OF_COPY);
});

test('features, names and groups are read as from any other file', async () => {
  const count = 5000;
  const small = tableOf(count, 3);
  const towns = ['Bern', 'Chur', 'Genf'];
  const town = (i: number) => towns[(i * i) % 3]!;
  const named: Table = {
    ...small,
    columns: [
      ...small.columns,
      { name: 'f_town', levels: towns, values: small.label!.map((_, i) => (i * i) % 3) as never },
    ],
  };
  const byTown = fitPolicy({ ...named, columns: named.columns }, OPTIONS);
  await writeTable(at('towns.csv'), {
    ...small,
    label: undefined,
    experts: [],
    columns: small.columns,
  } as Table);
  const lines = readFileSync(at('towns.csv'), 'utf8').trimEnd().split('\n');
  writeFileSync(
    at('towns.csv'),
    lines.map((line, i) => `${line},${i === 0 ? 'f_town' : town(i - 1)}`).join('\n'),
  );
  await write('copied.parquet', `SELECT * FROM read_csv('${at('towns.csv')}')`);
  await score([at('towns.csv'), at('copied.parquet')], 'towns', {}, byTown);
  const rowsOf = (name: string) => ask(`SELECT * FROM '${at(`towns/${name}.parquet`)}'`);
  const found = await rowsOf('copied');
  expect(found).toEqual(await rowsOf('towns'));
  expect(Float32Array.from(found, ([, score]) => Number(score))).toEqual(
    decideWhole(byTown, named).scores,
  );
});

test('what is wrong with a row is said as of any other file, and nothing is written', async () => {
  const bad = (change: string) => `SELECT * REPLACE (${change}) FROM '${at('cases.parquet')}'`;
  const only = (value: string, column: string) =>
    `CASE WHEN id = 'case 140000' THEN ${value} ELSE ${column} END AS ${column}`;
  const refusals = {
    sum: [only('0.9', 'model_p1'), /row 8929: model probabilities sum to .*from row 131073 of/],
    gap: [only('NULL', 'model_p1'), /row 8929: the model value of class 1 is missing/],
    feature: [only('NULL', 'f_age'), /feature f_age is missing in 1 row \(first: row 8929\)/],
  } as const;
  for (const [name, [change, sentence]] of Object.entries(refusals)) {
    await write(`${name}.parquet`, bad(change));
    await expect(score(at(`${name}.parquet`), name), name).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(sentence),
    });
    expect(readdirSync(at(name)), name).toEqual([]);
  }
});

test('a damaged page is refused, and a file that changes under way is noticed', async () => {
  const bytes = readFileSync(at('cases.parquet'));
  const middle = bytes.length >> 1;
  bytes.fill(0xa5, middle, middle + 4000);
  writeFileSync(at('damaged.parquet'), bytes);
  await expect(score(at('damaged.parquet'), 'damaged')).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(/^table damaged\.parquet: /),
  });
  expect(readdirSync(at('damaged'))).toEqual([]);
  for (const name of ['moving', 'other'])
    await write(`${name}.parquet`, `SELECT * FROM '${at('cases.parquet')}'`);
  await ask(
    `COPY (SELECT * FROM '${at('cases.parquet')}' LIMIT 100000) TO '${at('other.parquet')}'`,
  );
  let isMoved = false;
  const onProgress = () => {
    if (!isMoved) renameSync(at('other.parquet'), at('moving.parquet'));
    isMoved = true;
  };
  await expect(score(at('moving.parquet'), 'moving', { onProgress })).rejects.toThrow(
    'table moving.parquet: the file changed while it was scored.',
  );
  expect(readdirSync(at('moving'))).toEqual([]);
});

test('stops where it is told to', async () => {
  const stop = new AbortController();
  let told = 0;
  const run = score(at('cases.parquet'), 'stopped', {
    signal: stop.signal,
    onProgress: (_done: number, _parts: number, rows: number) => {
      told = rows;
      stop.abort();
    },
  });
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toBeLessThan(CASES);
  expect(readdirSync(at('stopped'))).toEqual([]);
});
