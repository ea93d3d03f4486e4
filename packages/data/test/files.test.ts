import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTableFrom, type TableOptions } from '@cede/data';
import { readTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';

// Drop a file and its expected table (NAME.expected.json) into test/files and it is tested.
const folder = join(import.meta.dirname, 'files');
const names = readdirSync(folder).filter((name) => !name.endsWith('.json'));

interface Expected {
  readonly options: TableOptions;
  readonly table: Record<string, unknown>;
}

/** Typed arrays as lists, NaN as null, as JSON has them. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array, plain);
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plain(part)]));
}

describe.each(names)('%s', (name) => {
  const expected = JSON.parse(
    readFileSync(join(folder, `${name}.expected.json`), 'utf8'),
  ) as Expected;
  const compare = (table: object) => {
    const { sources, notes, spareVotes, modelColumns, ...columns } = plain(table) as Record<
      string,
      unknown
    >;
    expect(columns).toEqual({ columns: [], ...expected.table });
    expect(sources).toEqual([{ name, rows: expected.table.rows }]);
  };

  it('is read by the node door', async () => {
    compare(await readTable(join(folder, name), expected.options));
  });

  it('is read by the browser door', async () => {
    compare(
      await readTableFrom(new Uint8Array(readFileSync(join(folder, name))), name, expected.options),
    );
    compare(
      await readTableFrom(new Blob([readFileSync(join(folder, name))]), name, expected.options),
    );
  });
});
