import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LoadedTable, npzBytes, readTableFrom } from '@cede/data';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';
import { parquetMr, type WrittenColumn } from './parquet-mr/write.js';

// Parquet files of other programs' writers (parquet/README.md); their values were written down first.
const folder = join(import.meta.dirname, 'parquet');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  'nullable' | 'required',
  Record<string, (number | string | null)[]>
>;
const WRITTEN = /^(duckdb|fastparquet|polars|pyarrow-v\d)-.*\.parquet$/;
const files = readdirSync(folder).filter((name) => WRITTEN.test(name));

function compare(table: LoadedTable, name: string): void {
  const values = expected[name.includes('required') ? 'required' : 'nullable'];
  const [expert] = table.experts;
  const feature = (of: string) => table.columns.find((column) => column.name === of)?.values;
  const floats = (of: string) => Float32Array.from(values[of] as number[]);
  expect(table.id).toEqual(values.id);
  expect(Array.from(table.label!)).toEqual(values.label);
  [0, 1, 2].forEach((k) => {
    expect(table.model!.filter((_, at) => at % 3 === k)).toEqual(floats(`model_p${k}`));
  });
  expect(expert?.kind === 'labels' && Array.from(expert.labels)).toEqual(
    values.expert_label!.map((label) => label ?? -1),
  );
  for (const of of ['f_small', 'f_wide', 'f_large']) expect(feature(of)).toEqual(floats(of));
  expect(Array.from(table.group!.index, (k) => table.group!.names[k])).toEqual(values.group);
  expect(Array.from(table.time!)).toEqual(values.time);
}

it('has files of four writers', () => {
  expect(new Set(files.map((name) => name.split('-')[0]))).toEqual(
    new Set(['duckdb', 'fastparquet', 'polars', 'pyarrow']),
  );
  expect(files.length).toBeGreaterThanOrEqual(48);
});

describe.each(files)('%s', (name) => {
  it('is read by both doors', async () => {
    compare(await readTable(join(folder, name)), name);
    compare(await readTableFrom(new Uint8Array(readFileSync(join(folder, name))), name), name);
  });
});

/** parquet-mr's own types of the columns, as Spark asks for them. */
const SPARK: readonly Omit<WrittenColumn, 'cells'>[] = [
  { name: 'id', type: 'BYTE_ARRAY', converted: 0 },
  { name: 'label', type: 'INT64' },
  ...[0, 1, 2].map((k) => ({ name: `model_p${k}`, type: 'FLOAT' as const })),
  { name: 'expert_label', type: 'INT32' },
  { name: 'f_small', type: 'INT32', converted: 15 },
  { name: 'f_wide', type: 'DOUBLE' },
  { name: 'f_large', type: 'INT64' },
  { name: 'group', type: 'BYTE_ARRAY', converted: 0 },
  { name: 'time', type: 'INT96' },
];

describe.each([1, 2] as const)('in the shapes of parquet-mr, writer version %d', (version) => {
  it.each(
    (['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'ZSTD'] as const).flatMap((codec) =>
      [true, false].flatMap((dictionary) =>
        [true, false].map((nullable) => ({ version, codec, dictionary, nullable })),
      ),
    ),
  )('$codec, dictionary $dictionary, nullable $nullable', async (shape) => {
    const values = expected[shape.nullable ? 'nullable' : 'required'];
    const bytes = parquetMr(
      SPARK.map((column) => ({ ...column, cells: values[column.name]! })),
      shape,
    );
    const name = shape.nullable ? 'nullable.parquet' : 'required.parquet';
    const path = join(mkdtempSync(join(tmpdir(), 'cede-parquet-mr-')), name);
    writeFileSync(path, bytes);
    try {
      compare(await readTable(path), name);
      compare(await readTableFrom(bytes, name), name);
    } finally {
      rmSync(dirname(path), { recursive: true });
    }
  });
});

describe('columns of one name', () => {
  it.each([
    ['two-columns-of-one-name', 'two columns are called "f_x". Rename one.'],
    [
      'two-columns-that-differ-in-case',
      'the columns "f_x" and "F_X" differ only in upper and lower case. Rename one.',
    ],
  ])('%s is refused', async (name, said) => {
    const path = join(folder, `${name}.parquet`);
    await expect(readTable(path)).rejects.toThrow(said);
    if (name.endsWith('name'))
      await expect(readTableFrom(readFileSync(path), 'x.parquet')).rejects.toThrow(said);
  });

  it('within nested columns are nobody’s business', async () => {
    const table = await readTable(join(folder, 'nested-columns-beside.parquet'));
    expect(Array.from(table.label!)).toEqual([0, 1]);
  });

  it.each([
    ['CSV', 'x.csv', 'label,model_p0,model_p1,expert_label,f_x,f_x\n0,.5,.5,1,1,2\n', 'columns'],
    [
      'JSONL',
      'x.jsonl',
      '{"label":0,"model":[0.5,0.5],"expert_label":1,"f_x":1}\n{"label":0,"model":[0.5,0.5],"expert_label":1,"f_x":1,"f_x":2}\n',
      'fields',
    ],
  ])('are refused in %s', async (_format, name, text, what) => {
    await expect(readTableFrom(text, name)).rejects.toThrow(
      `two ${what} are called "f_x". Rename one.`,
    );
  });

  it('are refused in NPZ', async () => {
    const table = await readTableFrom(
      'label,model_p0,model_p1,expert_label,f_x,f_y\n0,.5,.5,1,1,2\n',
      'x.csv',
    );
    const bytes = Buffer.from(npzBytes(table));
    // The same name in the directory, which is where readers look.
    for (let at = bytes.indexOf('f_y.npy'); at >= 0; at = bytes.indexOf('f_y.npy', at + 1))
      bytes.write('f_x.npy', at);
    await expect(readTableFrom(bytes, 'x.npz')).rejects.toThrow('two arrays are called "f_x"');
  });
});

describe('files that were once read wrongly', () => {
  it.each(['flipped-bytes', 'hang', 'typeerror'])('%s is refused in one sentence', async (name) => {
    const error = await readTable(join(folder, `${name}.parquet`)).catch((said: Error) => said);
    expect((error as Error).name).toBe('InputError');
    expect((error as Error).message).toMatch(
      new RegExp(`^table ${name}\\.parquet: not a complete Parquet file; .*\\.$`),
    );
    expect((error as Error).message).not.toContain('\n');
  });

  it('text fields in page headers are passed over', async () => {
    const { columns, label, rows } = await readTable(
      join(folder, 'pyarrow-page-statistics.parquet'),
    );
    expect(rows).toBe(600);
    expect(Array.from(columns[0]!.values.subarray(0, 3))).toEqual([47, 51, 75]);
    expect(Array.from(label!.subarray(0, 3))).toEqual([1, 0, 0]);
  });
});
