import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../src/node/files.js';
import { readFiles } from '../src/node/read-table.js';
import type { TableOptions } from '../src/options.js';

// A CSV means the same at every size: what DuckDB reads of large files is what our own reader reads
// of small ones, or DuckDB refuses and ours takes over.
export const folder = mkdtempSync(join(tmpdir(), 'cede-csv-sizes-'));
/** Files that run in one worker share it, one after the other: each may remove it and find it gone. */
export const removeFolder = () => rmSync(folder, { recursive: true, force: true });

export const NAMES = [
  'id',
  'label',
  'model_p0',
  'model_p1',
  'expert_label',
  'f_x',
  'group',
  'time',
];
export const SOUND = ['r', '1', '0.25', '0.75', '0', '7', 'north', '5'];
const options: TableOptions = { classes: ['0', '1'] };

/** The table, or the refusal, of one text by DuckDB and by our own reader. */
export async function both(text: string, of: TableOptions = options) {
  // A folder of its own: a test that is given up must not write into another's table.
  mkdirSync(folder, { recursive: true });
  const path = join(mkdtempSync(join(folder, 'case-')), 'table.csv');
  writeFileSync(path, text);
  const read = async (small: number) =>
    readFiles([await fileSource(path)], of, small).catch((error: Error) => {
      if (error.name !== 'InputError' && error.name !== 'TableError') throw error;
      return error.message;
    });
  return { large: await read(0), small: await read(Infinity) };
}

export const rowsWith = (cell: string, place: number): string => {
  const row = (k: number) => [`r${k}`, ...SOUND.slice(1)];
  const rows = Array.from({ length: 6 }, (_, k) => row(k));
  rows[4]![place] = cell;
  return `${[NAMES, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
};

/** Cells that one reader or another takes for something else. */
export const CELLS = [
  ...['1_000', '1__0', '0_1', '1e1_0', '+1', '++1', '+-1', '-+1', '.5', '5.', '.', '1e5', '1E+5'],
  ...[
    '1e400',
    '-1e400',
    '1e-400',
    '007',
    '-0',
    ' 1',
    '1 ',
    '\t1',
    '0x10',
    '0b1',
    '0o7',
    '1d',
    '1f',
  ],
  ...[
    'inf',
    '-Inf',
    '+inf',
    'infinity',
    'nan',
    'NaN',
    '-nan',
    '+nan',
    'nan(1)',
    'true',
    'FALSE',
    't',
  ],
  ...['"1"', '" 1"', '""', '"1""', '"1"x', 'x"1"', '"a""b"', '"a,b"', '"1,5"', '1"', '"', '""""'],
  ...['1,5', '1 000', '1%', '$1', 'NA', 'na', 'N/A', 'null', 'NULL', 'None', 'none', ' NA ', ''],
  ...[
    '9007199254740993',
    '9223372036854775807',
    '123456789012345678901234567890',
    '0.1000000000000000055',
  ],
  ...[
    "'1'",
    '#1',
    '\\N',
    '\\"',
    '\u00a01',
    '\u20031',
    '\ufeff1',
    '١',
    '1\r',
    'a\rb',
    '"a\nb"',
    '"a\r\nb"',
  ],
  ...[
    '1,',
    ',1',
    '1,,',
    '2026-01-31',
    '2026-01-31T12:00:00Z',
    '2026-01-31 12:00',
    '1;2',
    '\u0000',
    'größe',
  ],
];
