import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LoadedTable, readTableFrom } from '@cede/data';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';

// Parquet files of other programs' writers (parquet/README.md); their values were written down first.
const folder = join(import.meta.dirname, 'parquet');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
  'nullable' | 'required',
  Record<string, (number | string | null)[]>
>;
const DAMAGED = ['flipped-bytes', 'hang', 'typeerror', 'pyarrow-page-statistics'];
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.parquet'))
  .filter((name) => !DAMAGED.includes(name.replace('.parquet', '')));

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
