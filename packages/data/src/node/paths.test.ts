import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTable } from './read-table.js';
import { writeTable } from './write-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-paths-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CSV_ROWS = 30_000; // so many that DuckDB reads the file

/** A file in which every expert label, and two in three labels, are `label`. */
async function write(place: string, name: string, label: number): Promise<string> {
  mkdirSync(join(folder, place), { recursive: true });
  const path = join(folder, place, name);
  const row = `${label},0.25,0.75,${label}\n${1 - label},0.25,0.75,${label}\n${label},0.5,0.5,${label}\n`;
  const text = `label,model_p0,model_p1,expert_label\n${row.repeat(CSV_ROWS / 3)}`;
  if (!name.endsWith('.parquet')) {
    writeFileSync(path, text);
    return path;
  }
  const other = join(folder, 'for-parquet.csv');
  writeFileSync(other, text);
  await writeTable(path, await readTable(other));
  return path;
}

/** Which label the file was written with. */
async function read(path: string): Promise<number> {
  const { label, experts, rows } = await readTable(path);
  expect(rows).toBe(CSV_ROWS);
  const [expert] = experts;
  const told = expert?.kind === 'labels' ? expert.labels[0]! : -1;
  expect(Array.from(label!.subarray(0, 3))).toEqual([told, 1 - told, told]);
  return told;
}

describe.each(['parquet', 'csv'])('the path of a %s file is no pattern', (ending) => {
  it.each([
    ['run[1]', 'run1'],
    ['run*', 'run-any'],
    ['run?', 'run2'],
    ['[a-z]', 'q'],
  ])('%s is read, not %s', async (place, other) => {
    const here = await write(place, `table.${ending}`, 1);
    const there = await write(other, `table.${ending}`, 0);
    expect(await read(here)).toBe(1);
    expect(await read(there)).toBe(0);
  });

  it('nor is a folder called label=1 a column', async () => {
    expect(await read(await write('label=1', `table.${ending}`, 0))).toBe(0);
  });

  it('quotes, braces and spaces are themselves, and so is a backslash alone', async () => {
    for (const place of ["it's", 'a b', '{x,y}', '~', 'back\\slash', 'größe'])
      expect(await read(await write(place, `table.${ending}`, 1))).toBe(1);
  });

  it('a backslash beside a wildcard is refused in a sentence', async () => {
    const path = await write('back\\slash[1]', `table.${ending}`, 1);
    await expect(readTable(path)).rejects.toThrow(/holds a backslash together with/);
  });

  it('a glob is one only where no such file exists', async () => {
    const plain = await write('globs', `day-1.${ending}`, 0);
    expect(await read(join(folder, 'globs', `day-*.${ending}`))).toBe(0);
    const starred = await write('globs', `day-*.${ending}`, 1);
    expect(await read(starred)).toBe(1);
    expect(await read(plain)).toBe(0);
    await expect(readTable(join(folder, 'glo*', `day-1.${ending}`))).rejects.toThrow(
      /there is no such file \(a pattern may stand only in the last part of a path\)/,
    );
  });
});

it('the file is left as it was', async () => {
  const path = await write('same', 'table.csv', 1);
  const before = readFileSync(path);
  await readTable(path);
  expect(readFileSync(path).equals(before)).toBe(true);
});

it.skipIf(process.platform === 'win32')('a pipe is called a pipe', async () => {
  const path = join(folder, 'pipe.csv');
  execFileSync('mkfifo', [path]);
  await expect(readTable(path)).rejects.toThrow(
    /^table .*pipe\.csv: this is a pipe \(FIFO\), not a file\. Pass - as the table/,
  );
  await expect(readTable('/dev/null')).rejects.toThrow(/this is a device/);
});
