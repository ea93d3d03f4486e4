import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fitPolicy, type Table } from '@cede/core';
import { casesFor, checkTable, readTableFrom, type TableOptions, tableHash } from '@cede/data';
import { readTable, writeTable } from '@cede/data/node';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'cede-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

const made = (name: string) => new URL(`columns/${name}`, import.meta.url).pathname;
const FILES = [made('pandas.csv'), made('pandas.jsonl'), made('numpy.npz')];
const parquet = join(folder, 'duckdb.parquet');

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const types = "{'zip': 'VARCHAR', 'smoker': 'BOOLEAN', 'code': 'DOUBLE', 'ward': 'VARCHAR'}";
  await connection.run(
    `COPY (FROM read_csv('${FILES[0]}', types=${types})) TO '${parquet}' (FORMAT parquet)`,
  );
  connection.closeSync();
});

const both = async (path: string, options: TableOptions): Promise<Table[]> => [
  await readTable(path, options),
  await readTableFrom(new Uint8Array(readFileSync(path)), path, options),
];

/** Cells as a person would read them from the file. */
const cellsOf = (table: Table, name: string) => {
  const { values, levels } = table.columns.find((column) => column.name === name)!;
  return Array.from(values, (v) => (Number.isNaN(v) ? null : levels ? levels[v]! : v));
};

describe('files of pandas, NumPy and DuckDB', () => {
  const csv = readFileSync(FILES[0]!, 'utf8').trim().split('\n');
  /** By hand, from the text of the CSV. */
  const written = (name: string) => {
    const place = csv[0]!.split(',').indexOf(name);
    return csv.slice(1).map((line) => {
      const cells = [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,|^)(?=,|$)/g)];
      const cell = cells[place]![1] ?? cells[place]![2];
      return cell === undefined ? null : cell;
    });
  };
  const options = {
    features: ['f_age', 'f_crp', 'smoker', 'zip', 'code'],
    categories: 'ward,zip,code',
  };
  const declared = { ...options, categories: ['ward', 'zip', 'code'] };

  it('give one table, by both doors', async () => {
    const hashes = new Set<string>();
    for (const path of [...FILES, parquet])
      for (const table of await both(path, declared)) {
        hashes.add(tableHash(table));
        const [crp, ward, code] = ['f_crp', 'ward', 'code'].map((name) => cellsOf(table, name));
        const number = (cell: string | null) => (cell === null ? null : Math.fround(Number(cell)));
        expect(crp, path).toEqual(written('f_crp').map(number));
        expect(ward, path).toEqual(written('ward'));
        expect(code, path).toEqual(written('code').map((cell) => cell?.replace('.0', '') ?? null));
        expect(cellsOf(table, 'zip'), path).toEqual(written('zip'));
        expect(cellsOf(table, 'smoker'), path).toEqual(
          written('smoker').map((c) => +(c === 'True')),
        );
        expect(table.columns.map(({ name }) => name)).toEqual([
          ...['f_age', 'f_crp', 'smoker', 'zip', 'code', 'ward'],
        ]);
      }
    expect(hashes.size).toBe(1);
  });

  it('booleans that are declared are levels of one name everywhere', async () => {
    for (const path of [...FILES, parquet])
      for (const table of await both(path, { features: 'f_age', categories: 'smoker' }))
        expect(cellsOf(table, 'smoker'), path).toEqual(
          written('smoker').map((cell) => cell!.toLowerCase()),
        );
  });

  it('words are a category by themselves; with a number among them they are asked about', async () => {
    for (const path of [made('numpy.npz'), parquet])
      for (const table of await both(path, { features: 'ward' }))
        expect(cellsOf(table, 'ward')).toEqual(written('ward'));
    for (const path of FILES.slice(0, 2))
      await expect(readTable(path, { features: 'ward' })).rejects.toThrow(
        /column "ward" holds ".*" \(expected a number\).*pass categories: ward\./,
      );
  });

  it('check counts the gaps', async () => {
    const issues = checkTable(await readTable(parquet, declared));
    const gaps = issues.filter(({ code }) => code === 'feature-gaps');
    expect(gaps.map(({ message }) => message)).toEqual([
      'Feature f_crp is missing in 7 rows (17.5 %; first: 3, 9, 15, 21, 27); a scorer sees that it is.',
      'Feature code is missing in 5 rows (12.5 %; first: 6, 14, 22, 30, 38); a scorer sees that it is.',
      'Feature ward is missing in 5 rows (12.5 %; first: 1, 10, 19, 28, 37); a scorer sees that it is.',
    ]);
  });
});

describe('a category of any size', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `ward ${(i * 7) % 97}`);
  const lines = names.map((name, i) => `${i % 2},0.${(i % 80) + 10},${name},${i % 5 ? i / 7 : ''}`);
  const text = ['model_correct,f_x,f_ward,f_gap', ...lines].join('\n');
  const known = text
    .replaceAll(/^(\d),/gm, '$1,$1,')
    .replace('model_correct,', 'model_correct,expert_correct,');

  it('a large CSV is read as by the plain reader, and check says what becomes of the rest', async () => {
    const path = join(folder, 'large.csv');
    writeFileSync(path, known);
    expect(known.length).toBeGreaterThan(262_144);
    const [fast, plain] = await both(path, {});
    expect(tableHash(fast!)).toBe(tableHash(plain!));
    expect(cellsOf(fast!, 'f_ward')).toEqual(names);
    expect(cellsOf(fast!, 'f_gap').filter((cell) => cell === null)).toHaveLength(4000);
    const levels = new Set(names).size;
    expect(checkTable(fast!).find(({ code }) => code === 'many-levels')).toMatchObject({
      count: levels,
      message: `Feature f_ward has ${levels} levels: a scorer tells the 64 most frequent apart, and takes the rest as one.`,
    });
  });

  it('is written and read again in every format', async () => {
    const table = await readTableFrom(known, 'known.csv');
    const rows = { ...table, id: undefined };
    for (const format of ['csv', 'jsonl', 'parquet', 'npz']) {
      const path = join(folder, `again.${format}`);
      await writeTable(path, rows);
      expect(tableHash(await readTable(path)), format).toBe(tableHash(table));
    }
  });
});

describe('numbers', () => {
  it('too large for a float are refused and not taken for gaps, in every format', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      model_correct: i % 2,
      expert_correct: 1,
      f_x: i ? i : 1e300,
    }));
    const jsonl = rows.map((row) => JSON.stringify(row)).join('\n');
    const csv = [
      'model_correct,expert_correct,f_x',
      ...rows.map((row) => Object.values(row).join(',')),
    ].join('\n');
    writeFileSync(join(folder, 'huge.jsonl'), jsonl);
    writeFileSync(join(folder, 'huge.csv'), csv);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const path = join(folder, 'huge.parquet');
    await connection.run(`COPY (FROM '${join(folder, 'huge.csv')}') TO '${path}' (FORMAT parquet)`);
    connection.closeSync();
    for (const name of ['huge.jsonl', 'huge.csv', 'huge.parquet'])
      for (const read of [
        () => readTable(join(folder, name)),
        () => readTableFrom(new Uint8Array(readFileSync(join(folder, name))), name),
      ])
        await expect(read(), name).rejects.toThrow(
          /row 1: column "f_x" is 1e\+300 \(expected a finite number\)/,
        );
  });
});

describe('single rows', () => {
  const table = async () => {
    const lines = Array.from({ length: 60 }, (_, i) =>
      [i % 2, (i >> 1) % 2, i, i % 4 ? i / 3 : '', i % 7 ? `w${i % 3}` : ''].join(','),
    );
    const header = 'model_correct,expert_correct,f_age,f_crp,f_ward';
    return readTableFrom([header, ...lines].join('\n'), 't.csv');
  };

  it('read what tables read: text, numbers, gaps; a key left out is a gap', async () => {
    const policy = fitPolicy(await table(), { method: 'linear' });
    const cases = casesFor(policy, {});
    expect([...Array.from(cases.read({ f_age: 3, f_crp: null, f_ward: 'w1' }).features)]).toEqual([
      3,
      Number.NaN,
      'w1',
    ]);
    expect([...Array.from(cases.read({ f_ward: '', f_age: '3' }).features)]).toEqual([
      3,
      Number.NaN,
      null,
    ]);
    expect(() => cases.read({ f_crp: 3 })).toThrow(/no column "f_age"/);
    expect(() => cases.read({ f_age: 3, f_crp: 'high' })).toThrow(
      /column "f_crp" holds "high" \(expected a number\)/,
    );
  });
});
