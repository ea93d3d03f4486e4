import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Problems } from '../problems.js';
import type { Batch, Want } from '../read/contract.js';
import { readerFor } from '../read/reader-for.js';
import { readers } from '../read/registry.js';
import { openCsv } from './csv.js';
import { connect, DuckdbRefused, quoteText } from './duckdb.js';
import { selectBatches } from './duckdb-batches.js';
import { fileSource } from './files.js';
import { readTable } from './read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-streamed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** So many that DuckDB has given rows away before it comes to the last ones. */
const ROWS = 600_000;

/** All rows but the one at 590,000, made once: every test writes its own line among them. */
const [before, after] = [
  [0, ROWS - 10_000],
  [ROWS - 9_999, ROWS],
].map(([from, to]) => {
  let text = '';
  for (let i = from; i < to; i++) text += `${i % 3},${(i + 1) % 3},0.5,0.25,0.25,${i % 7}\n`;
  return text;
});

function write(line: string): string {
  const path = join(folder, 'long.csv');
  const head = 'label,expert_label,model_p0,model_p1,model_p2,expert_cost';
  writeFileSync(path, `${head}\n${before}${line}\n${after}`);
  return path;
}

const read = (line: string) => readTable(write(line));

async function rowsOf(batches: AsyncIterable<Batch>, afterFirst = () => {}): Promise<number> {
  let rows = 0;
  for await (const batch of batches) {
    if (rows === 0) afterFirst();
    rows += batch.rows;
  }
  return rows;
}

it.each([
  ['0,1,x,0.5,0.5,1', /row 590001: column "model_p0" holds "x"/],
  ['0,1,0.5', /row 590001: 3 fields/],
  ['0,1,0.5,0.25,0.25,1,2', /row 590001: 7 fields/],
  ['0,1,1e300,0.25,0.25,1', /row 590001: the model value of class 0/],
  ['0,1,0.5,0.25,0.25,1e300', /row 590001: column "expert_cost" is Infinity/],
])('%s near the end of a long file is told, not the end of it', async (line, message) => {
  await expect(read(line)).rejects.toThrow(message);
});

it.each([
  ['a sentence of its own', "error('out of order')"],
  ['out of memory', "length(repeat('no room ' || i, 1000000000000))"],
])(
  'an error of DuckDB near the end (%s) is no end, whatever the reader knows of its rows',
  async (_name, failing) => {
    const many = 10 * ROWS;
    const want: Want = { field: 'i', as: 'float64', width: 1 };
    const select = (expression: string) =>
      selectBatches(
        {
          asked: [{ want, expressions: [`CAST(${expression} AS DOUBLE)`] }],
          from: `range(${many}) t(i)`,
          isWhole: () => true,
        },
        new Problems(),
      );
    expect(await rowsOf(select('i'))).toBe(many);
    const late = `CASE WHEN i = ${many - 10_000} THEN ${failing} ELSE 1 END`;
    await expect(rowsOf(select(late))).rejects.toThrow(DuckdbRefused);
  },
);

it('a file that is cut while it is read is no whole file', async () => {
  const path = write('0,1,0.5,0.25,0.25,1');
  const wants: Want[] = [{ field: 'model_p0', as: 'float64', width: 1 }];
  const batches = async () =>
    (await openCsv(await fileSource(path))).batches(wants, new Problems());
  expect(await rowsOf(await batches())).toBe(ROWS);
  const half = readFileSync(path).indexOf('\n', ROWS * 10) + 1;
  const cut = () => truncateSync(path, half);
  await expect(rowsOf(await batches(), cut)).rejects.toThrow(DuckdbRefused);
});

it.each(['csv', 'jsonl'])('nor to the plain reader of %s', async (format) => {
  const path = join(folder, `cut.${format}`);
  const rows = { csv: '0.5,0.25\n', jsonl: '{"model_p0":0.5}\n' }[format]!.repeat(ROWS);
  writeFileSync(path, format === 'csv' ? `model_p0,model_p1\n${rows}` : rows);
  const table = await readerFor(path, readers).open(await fileSource(path));
  const wants: Want[] = [{ field: 'model_p0', as: 'float64', width: 1 }];
  const cut = () => truncateSync(path, 0);
  await expect(rowsOf(table.batches(wants, new Problems()), cut)).rejects.toThrow(
    /^table cut\.\w+: the file became shorter while it was read \([\d,]+ of [\d,]+ bytes\)/,
  );
});

it('reads words for "missing" as such', async () => {
  const table = await read('0,NA,0.5,0.25,0.25,3');
  expect(table.rows).toBe(ROWS);
  const [expert] = table.experts;
  expect(expert?.kind === 'labels' && expert.labels.indexOf(-1)).toBe(ROWS - 10_000);
});

it('a page that is damaged in the middle of a long Parquet file is no end either', async () => {
  const path = join(folder, 'long.parquet');
  const connection = await connect();
  await connection.run(
    `COPY (SELECT i % 2 AS label, ((hash(i) % 1000) / 1000)::FLOAT AS model_p0, 1 - model_p0 AS model_p1, i % 2 AS expert_label
     FROM range(${2 * ROWS}) t(i)) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480)`,
  );
  connection.closeSync();
  expect((await readTable(path)).rows).toBe(2 * ROWS);
  const bytes = readFileSync(path);
  bytes.fill(0xff, Math.floor(0.6 * bytes.length), Math.floor(0.6 * bytes.length) + 3000);
  writeFileSync(path, bytes);
  await expect(readTable(path)).rejects.toThrow(/long\.parquet/);
});
