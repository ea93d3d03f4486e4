import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TableOptions } from '@cede/data';
import { type Damaged, fileOf, ROWS } from './contract.js';

const HEADER = 'id,label,model_p0,model_p1,model_p2,expert_label';

/** Sound rows with one cell changed: `row` counts from 1. */
function lines(change?: { row: number; column: string; value: string }, header = HEADER): string[] {
  const names = header.split(',');
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const cells = [
      `r${row}`,
      String(row % 3),
      '0.5',
      '0.25',
      '0.25',
      String((row + (row % 2)) % 3),
    ];
    if (row % 4 === 1) cells.splice(2, 3, '0.25', '0.5', '0.25');
    if (row % 4 === 2) cells.splice(2, 3, '0.25', '0.25', '0.5');
    if (change && change.row === row + 1) cells[names.indexOf(change.column)] = change.value;
    return cells.join(',');
  });
  return [header, ...rows];
}

const csv = (
  name: string,
  content: () => string,
  message: RegExp,
  options?: TableOptions,
): Damaged => ({
  name: `CSV: ${name}`,
  make: fileOf('damaged.csv', content),
  message,
  options,
});

const cell = (name: string, column: string, value: string, message: RegExp): Damaged =>
  csv(name, () => lines({ row: 17, column, value }).join('\n'), message);

const jsonRow = (row: number) =>
  ({ label: row % 3, model: [0.5, 0.25, 0.25], expert_label: (row + (row % 2)) % 3 }) as Record<
    string,
    unknown
  >;

const jsonl = (
  name: string,
  change: (rows: Record<string, unknown>[]) => unknown[],
  message: RegExp,
): Damaged => ({
  name: `JSONL: ${name}`,
  make: fileOf('damaged.jsonl', () =>
    change(Array.from({ length: ROWS }, (_, row) => jsonRow(row)))
      .map((row) => (typeof row === 'string' ? row : JSON.stringify(row)))
      .join('\n'),
  ),
  message,
});

const parquetBytes = () =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '..', 'files', 'doubles.parquet')));

/** Text formats, plain and compressed. */
export const damagedText: readonly Damaged[] = [
  csv('an empty file', () => '', /the file is empty/),
  csv('only blank lines', () => '\n\n\n', /the file is empty/),
  csv('only a header', () => `${HEADER}\n`, /no rows below the header/),
  csv(
    'no header',
    () =>
      lines()
        .slice(1)
        .map((line) => line.replace(/^r/, ''))
        .join('\n'),
    /holds only numbers.*header line/,
  ),
  csv(
    'no label column',
    () => lines(undefined, HEADER.replace('label,model', 'truth,model')).join('\n'),
    /no column "label".*with (--label|"label")/,
  ),
  csv(
    'no model columns',
    () => lines(undefined, HEADER.replaceAll('model_', 'net_')).join('\n'),
    /no model columns found.*with (--model|"model")/,
  ),
  csv(
    'no expert column',
    () => lines(undefined, HEADER.replace('expert_label', 'human')).join('\n'),
    /no expert columns found.*with (--expert|"expert")/,
  ),
  csv(
    'an asked column that is not there',
    () => lines().join('\n'),
    /no column "truth" \((--label|"label"); the table has id, label/,
    { label: 'truth' },
  ),
  csv('a glob that matches nothing', () => lines().join('\n'), /no column matches "resnet_\*"/, {
    model: 'resnet_*',
  }),
  csv(
    'two columns of one name',
    () => lines(undefined, HEADER.replace('expert_label', 'label')).join('\n'),
    /two columns are called "label"/,
  ),
  csv(
    'a gap in the numbered columns',
    () => lines(undefined, HEADER.replace('model_p2', 'model_p3')).join('\n'),
    /0 … 3 but 2 is missing/,
  ),
  cell(
    'a sum far from 1',
    'model_p0',
    '0.87',
    /row 17: model probabilities sum to 1\.\d+ \(expected 1 ± 0\.01\)\. If these are logits, pass (--logits|logits: true)\./,
  ),
  cell(
    'a negative probability',
    'model_p1',
    '-0.25',
    /row 17: the model probability of class 1 is -0\.25 \(expected 0 … 1\)/,
  ),
  cell('NaN', 'model_p2', 'nan', /row 17: the model value of class 2 is missing or not a number/),
  cell(
    'an infinite probability',
    'model_p2',
    'inf',
    /row 17: the model probability of class 2 is Infinity/,
  ),
  cell(
    'a word among numbers',
    'model_p1',
    'high',
    /row 17: column "model_p1" holds "high" \(expected a number\)/,
  ),
  cell('a decimal comma', 'model_p1', '"0,25"', /row 17: column "model_p1" holds "0,25"/),
  cell(
    'a label outside the classes',
    'label',
    '7',
    /row 17: the label is "7", which is none of the 3 classes/,
  ),
  cell('a label that is a fraction', 'label', '1.5', /row 17: the label is "1.5"/),
  cell('a missing label', 'label', '', /row 17: the label is empty\. Every row needs one/),
  cell(
    'an expert label outside the classes',
    'expert_label',
    '9',
    /row 17: the expert label is "9"/,
  ),
  cell(
    'a repeated id',
    'id',
    'r3',
    /row 17: the id "r3" was there before.*with (--cluster|"cluster")/,
  ),
  cell('an empty id', 'id', '', /row 17: the id is empty/),
  csv('a row too short', () => `${lines().join('\n')}\nr99,1,0.5`, /row 61: 3 fields \(expected 6/),
  csv(
    'cut off within a quote',
    () => `${lines().join('\n')}\n"r99,1,0.5`,
    /row 61: a quote is opened and never closed/,
  ),
  csv(
    'logits that nobody called so',
    () =>
      lines()
        .map((line) => line.replace('0.5', '-3.1'))
        .join('\n'),
    /If these are logits, pass (--logits|logits: true)/,
  ),
  csv(
    'an expert of fewer classes than the model',
    () =>
      lines()
        .map((line, at) => `${line},${at ? '0.5,0.5' : 'two0,two1'}`)
        .join('\n'),
    /expert columns "two\*" hold 2 numbers a row but the model has 3 classes/,
    { expert: 'two*' },
  ),
  csv('too few rows', () => lines().slice(0, 9).join('\n'), /only 8 rows \(expected at least 20\)/),
  csv(
    'class names that do not fit the columns',
    () =>
      lines()
        .map((line) => line.replace(/^(r\d+),0,/, '$1,cat,'))
        .join('\n'),
    /row 1: the expert label is "0", which is none of the 3 classes \(a, b, c\)/,
    { classes: ['a', 'b', 'c'] },
  ),
  csv(
    'an expert who never answered',
    () =>
      lines()
        .map((line, at) => (at ? line.replace(/\d$/, '') : line))
        .join('\n'),
    /no answer in any row/,
  ),
  csv(
    'a word in a feature of numbers',
    () =>
      lines()
        .map((line, at) => `${line},${at ? (at === 17 ? 'web' : 1) : 'f_x'}`)
        .join('\n'),
    /row 17: column "f_x" holds "web" \(expected a number\)\. If its values are names, pass (--categories |categories: )f_x\./,
  ),
  csv(
    'a negative weight',
    () =>
      lines()
        .map((line, at) => `${line},${at ? (at === 17 ? -1 : 1) : 'weight'}`)
        .join('\n'),
    /row 17: column "weight" is -1/,
  ),
  csv(
    'a time that is none',
    () =>
      lines()
        .map((line, at) => `${line},${at ? (at === 17 ? 'noon' : at) : 'time'}`)
        .join('\n'),
    /row 17: the time is "noon"/,
  ),
  {
    name: 'CSV: UTF-16',
    make: fileOf(
      'damaged.csv',
      () => new Uint8Array(Buffer.from(`\ufeff${lines().join('\n')}`, 'utf16le')),
    ),
    message: /UTF-16 text\. Save it as UTF-8/,
  },
  {
    name: 'CSV: really a Parquet file',
    make: fileOf('damaged.csv', parquetBytes),
    message: /the file is Parquet \(expected text\)/,
  },
  {
    name: 'CSV: really gzip',
    make: fileOf('damaged.csv', () => gzipSync(lines().join('\n'))),
    message: /gzip-compressed.*\.gz/,
  },
  {
    name: 'CSV: a line of 40 MB',
    make(folder) {
      const path = join(folder, 'damaged.csv');
      const file = openSync(path, 'w');
      writeSync(file, `${lines().join('\n')}\n`);
      const piece = Buffer.alloc(1 << 20, '1');
      for (let megabyte = 0; megabyte < 40; megabyte++) writeSync(file, piece);
      closeSync(file);
      return path;
    },
    message: /row 61: the line is longer than 16 MB/,
  },
  {
    name: 'gzip: cut off',
    make: fileOf('damaged.csv.gz', () => gzipSync(lines().join('\n')).subarray(0, 200)),
    message: /gzip data is damaged or cut off/,
  },
  {
    name: 'gzip: not gzip',
    make: fileOf('damaged.csv.gz', () => lines().join('\n')),
    message: /the file is not gzip-compressed/,
  },
  {
    name: 'gzip: a bomb of valid rows',
    // 72 MB; of long rows, which are read faster than as many bytes of short ones.
    make: fileOf('damaged.csv.gz', () =>
      gzipSync(`${HEADER}\n${`${'r'.repeat(1982)},0,0.5,0.25,0.25,0\n`.repeat(36_000)}`),
    ),
    message: /unpack to more than \d+ MB/,
  },
  jsonl('an empty file', () => [''], /the file is empty/),
  jsonl('not JSON', (rows) => [...rows, '{"label": 1,'], /row 61: .*not valid JSON/),
  jsonl(
    'a list instead of an object',
    (rows) => ['[1, 2]', ...rows],
    /row 1: found "\[1, 2\]" \(expected a JSON object\)/,
  ),
  jsonl(
    'probabilities of another length',
    (rows) => [...rows, { ...jsonRow(1), model: [0.5, 0.5] }],
    /row 61: "model" holds 2 numbers \(expected a list of 3 numbers\)/,
  ),
  jsonl(
    'a probability that is text',
    (rows) => [...rows, { ...jsonRow(1), model: ['high', 0, 0] }],
    /row 61: column "model" holds "high"/,
  ),
  jsonl(
    'a row without probabilities',
    (rows) => [...rows, { label: 1, expert_label: 1 }],
    /row 61: model probabilities are missing/,
  ),
  jsonl(
    'probabilities that are an object',
    (rows) => [...rows, { ...jsonRow(1), model: { a: 1 } }],
    /row 61: "model" holds "\{/,
  ),
];
