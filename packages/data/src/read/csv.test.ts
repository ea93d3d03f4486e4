import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTable } from '../node/read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, 'table.csv');
  writeFileSync(path, text);
  return path;
}

const HEADER = 'id,label,model_p0,model_p1,expert_label\n';
const row = (id: string) => `${id},1,0.25,0.75,1\n`;

/** Small files are read by the plain reader, large ones by the fast one first. */
const SIZES: [string, number][] = [
  ['small', 10],
  ['large', 40_000],
];

describe('a quote that is never closed', () => {
  it.each(SIZES)('is told by the row in which it opens: a %s file', async (_, rows) => {
    const began = performance.now();
    const path = fileOf(`${HEADER}${row('a')}${row('b')}${row('"c')}${row('d').repeat(rows)}`);
    await expect(readTable(path)).rejects.toThrow(
      /^table table\.csv, row 3: a quote is opened and never closed\. Close it, or write ""/,
    );
    expect(performance.now() - began).toBeLessThan(10_000); // quadratic: minutes
  });

  it('is told by its row where more follows than is ever held', async () => {
    const path = fileOf(`${HEADER}${row('"c')}${row('d').repeat(1_000_000)}`);
    await expect(readTable(path)).rejects.toThrow(/row 1: a quote is opened and never closed/);
  });

  it.each(SIZES)('is told where it is in the header: a %s file', async (_, rows) => {
    const path = fileOf(`"${HEADER}${row('d').repeat(rows)}`);
    await expect(readTable(path)).rejects.toThrow(
      /^table table\.csv, the header line: a quote is opened and never closed/,
    );
  });
});

describe('a quote within a field', () => {
  it.each(SIZES)('is a letter like others: a %s file', async (_, rows) => {
    const table = await readTable(
      fileOf(`${HEADER}${row('5" disk')}${row('"x ""y"" z"')}${row('d').repeat(rows)}`),
    );
    expect(table.rows).toBe(rows + 2);
    expect(table.id!.slice(0, 2)).toEqual(['5" disk', 'x "y" z']);
  });
});
