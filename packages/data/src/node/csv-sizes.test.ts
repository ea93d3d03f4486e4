import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { TableOptions } from '../options.js';
import { fileSource } from './files.js';
import { readFiles } from './read-table.js';

// A CSV means the same at every size: what DuckDB reads of large files is what our own reader reads
// of small ones, or DuckDB refuses and ours takes over.
const folder = mkdtempSync(join(tmpdir(), 'cede-csv-sizes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NAMES = ['id', 'label', 'model_p0', 'model_p1', 'expert_label', 'f_x', 'group', 'time'];
const SOUND = ['r', '1', '0.25', '0.75', '0', '7', 'north', '5'];
const options: TableOptions = { classes: ['0', '1'] };

/** The table, or the refusal, of one text by DuckDB and by our own reader. */
async function both(text: string, of: TableOptions = options) {
  // A folder of its own: a test that is given up must not write into another's table.
  const path = join(mkdtempSync(join(folder, 'case-')), 'table.csv');
  writeFileSync(path, text);
  const read = async (small: number) =>
    readFiles([await fileSource(path)], of, small).catch((error: Error) => {
      if (error.name !== 'InputError' && error.name !== 'TableError') throw error;
      return error.message;
    });
  return { large: await read(0), small: await read(Infinity) };
}

const rowsWith = (cell: string, place: number): string => {
  const row = (k: number) => [`r${k}`, ...SOUND.slice(1)];
  const rows = Array.from({ length: 6 }, (_, k) => row(k));
  rows[4]![place] = cell;
  return `${[NAMES, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
};

const CELLS = [
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

describe('a cell', () => {
  it.each(NAMES.map((name, place) => [name, place] as const))(
    'in column %s is the same at every size',
    async (_name, place) => {
      for (const cell of CELLS) {
        const { large, small } = await both(rowsWith(cell, place));
        expect({ cell, table: large }).toEqual({ cell, table: small });
      }
    },
    240_000,
  );

  it('of any letters is the same at every size', async () => {
    const piece = fc.constantFrom(
      ...'0123456789+-.eE_ "\',;\t\r#()xnaNif%',
      ...['1', '0.5', 'nan', 'inf', '""', '\n', '\r\n', 'ö', 'NA', '1e', '\u00a0'],
    );
    const cell = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(cell, fc.nat(NAMES.length - 1), async (text, place) => {
        const { large, small } = await both(rowsWith(text, place));
        expect(large).toEqual(small);
      }),
      { numRuns: 100 },
    );
  }, 240_000);
});

describe('a line', () => {
  const head = NAMES.join(',');
  const row = SOUND.join(',');
  it.each([
    ['a trailing comma in every line', `${head},\n${row},\n${row},\n`],
    ['a trailing comma in the rows', `${head}\n${row},\n${row},\n`],
    ['a trailing comma in one row', `${head}\n${row}\n${row},\n${row}\n`],
    ['a trailing comma in the last row', `${head}\n${row}\n${row},\n`],
    ['a trailing comma in the header', `${head},\n${row}\n${row}\n`],
    ['blank lines', `${head}\n\n${row}\n\n\n${row}\n\n`],
    ['a line of blanks', `${head}\n${row}\n  \n${row}\n`],
    ['a line of commas', `${head}\n${row}\n,,,,,,,\n${row}\n`],
    ['one cell too few', `${head}\n${row}\n${SOUND.slice(1).join(',')}\n${row}\n`],
    ['line ends of two kinds', `${head}\r\n${row}\n${row}\r\n${row}\n`],
    ['a lone carriage return', `${head}\n${row}\r${row}\n${row}\n`],
    ['no last line end', `${head}\n${row}\n${row}`],
    ['a comment', `${head}\n#${row}\n${row}\n`],
    ['a byte-order mark', `\ufeff${head}\n${row}\n${row}\n`],
    ['a quoted header', `"id","label",${NAMES.slice(2).join(',')}\n${row}\n`],
    ['blanks around names', `id, label ,${NAMES.slice(2).join(', ')}\n${row}\n`],
    ['a header that comes twice', `${head}\n${head}\n${row}\n`],
    ['names that differ in case only', `${head},F_X\n${row},1\n${row},2\n`],
    ['a quote that stays open', `${head}\n${row}\n"r,1\n${row}\n`],
    ['semicolons', `${head}\n${row}\n`.replaceAll(',', ';')],
    ['one column called twice', `${head},f_x\n${row},1\n`],
  ])('%s', async (_name, text) => {
    const { large, small } = await both(text);
    expect(large).toEqual(small);
  });
});

it('labels of 64 bits keep all their digits in a large file', async () => {
  const [a, b] = ['9007199254740992', '9007199254740993'];
  const rows = Array.from({ length: 20_000 }, (_, k) => `${k % 2 ? a : b},0.25,0.75,${a}`);
  const path = join(folder, 'labels.csv');
  writeFileSync(path, `label,model_p0,model_p1,expert_label\n${rows.join('\n')}\n`);
  const table = await readFiles([await fileSource(path)], { classes: [a, b] });
  expect(table.label!.slice(0, 4)).toEqual(Int32Array.of(1, 0, 1, 0));
});
