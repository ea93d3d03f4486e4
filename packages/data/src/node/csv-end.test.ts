import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endsWithWholeRow } from './csv-end.js';
import { readTable } from './read-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-csv-end-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const path = join(folder, 'table.csv');
  writeFileSync(path, text);
  return path;
}

const ends = (text: string) => endsWithWholeRow(fileOf(text), Buffer.byteLength(text), ',', 3);

describe('the end of a CSV file', () => {
  it.each([
    ['a row', 'a,b,c\n1,2,3\n', true],
    ['a row without a line end', 'a,b,c\n1,2,3', true],
    ['carriage returns and blank lines', 'a,b,c\r\n1,2,3\r\n\r\n', true],
    ['quoted delimiters', 'a,b,c\n1,"2,5",3\n', true],
    ['letters beyond ASCII', 'a,b,c\n1,é,“3”\n', true],
    ['a row cut off', 'a,b,c\n1,2,3\n4,5', false],
    ['a quote that is open', 'a,b,c\n1,2,"3\n', false],
    ['a line too long to look at', `a,b,c\n1,2,${'x'.repeat(2 ** 20)}\n`, false],
  ])('%s', async (_name, text, expected) => {
    expect(await ends(text)).toBe(expected);
  });

  it.each([100, 40_000])('a line break inside quotes is one letter in %i rows', async (rows) => {
    const row = '"North\r\nWest",1,0.25,0.75,1\r\n';
    const path = fileOf(`group,label,model_p0,model_p1,expert_label\r\n${row.repeat(rows)}`);
    expect((await readTable(path)).group!.names).toEqual(['North\nWest']);
  });

  it('is missed nowhere, not where a buffer of the fast reader ends either', async () => {
    const buffer = 4 * 1024 * 1024;
    const row = '1,0.25,0.75,1\n';
    const header = 'label,model_p0,model_p1,expert_label\n';
    const rows = Math.floor((buffer - header.length) / row.length);
    const whole = `${header}${row.repeat(rows)}`;
    const cut = whole + row.slice(0, 6);
    expect(cut.length).toBeGreaterThan(buffer - 8);
    await expect(readTable(fileOf(cut.padEnd(buffer + 9, '0')))).rejects.toThrow(
      new RegExp(`row ${rows + 1}: 2 fields \\(expected 4`),
    );
    expect((await readTable(fileOf(whole + row.trimEnd()))).rows).toBe(rows + 1);
  });
});
