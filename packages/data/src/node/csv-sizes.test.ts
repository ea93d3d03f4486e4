import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { both, CELLS, folder, NAMES, removeFolder, rowsWith, SOUND } from '../../test/csv-sizes.js';
import { fileSource } from './files.js';
import { readFiles } from './read-table.js';

afterAll(removeFolder);

describe('a cell', () => {
  it.each(NAMES.map((name, place) => [name, place] as const))(
    'in column %s is the same at every size',
    async (_name, place) => {
      // Every cell in four of the columns, a label, a number and a text among them; csv-sizes.long.ts has all.
      for (const cell of CELLS.filter((_, k) => (k + place) % 2 === 0)) {
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
