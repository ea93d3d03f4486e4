import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseReader, readTableFrom, type TableOptions } from '@cede/data';
import { readTable } from '@cede/data/node';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { connect, quoteText } from '../src/node/duckdb.js';
import { npy } from './damaged/binary.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-one-value-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROWS = 12;
const classes = {
  id: 'i',
  label: 'i % 2',
  model: '[0.75, 0.25]',
  expert_label: 'i % 2',
  group: 'i % 3',
  cluster: 'i',
  time: 'i',
  weight: '1',
  model_cost: '1',
  expert_cost: '2',
  propensity: '0.5',
};
const outcomes = { model_correct: 'i % 2', expert_correct: '1 - i % 2' };
const losses = { model_loss: 'i', expert_loss: '2 * i' };
type Columns = Record<string, string>;

/** Columns as SQL gives them, written by DuckDB. */
async function written(file: string, columns: Columns, format: string): Promise<string> {
  const path = join(folder, file);
  const select = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  const connection = await connect();
  await connection.run(
    `COPY (SELECT ${select.join(', ')} FROM range(${ROWS}) t(i)) TO ${quoteText(path)} (${format})`,
  );
  connection.closeSync();
  return path;
}

/** What both doors say, which must be the same. */
async function refusal(path: string, options?: TableOptions): Promise<string> {
  const name = path.slice(folder.length + 1);
  const said = async (read: Promise<unknown>) =>
    read.then(
      () => 'read without a word',
      (error: Error) => error.message,
    );
  const node = await said(readTable(path, options));
  expect(await said(readTableFrom(new Uint8Array(readFileSync(path)), name, options))).toBe(node);
  return node;
}

const cases = [classes, outcomes, losses].flatMap((columns: Columns) =>
  Object.keys(columns)
    .filter((name) => name !== 'model')
    .map((role) => ({ role, columns })),
);

describe.each([
  ['parquet', 'FORMAT parquet'],
  ['jsonl', 'FORMAT json'],
])('a list where one value belongs, in %s', (ending, format) => {
  it.each(cases)('$role is refused', async ({ role, columns }) => {
    const sql = columns[role]!;
    const changed = { ...columns, [role]: `[${sql}, 0, 0]` };
    expect(await refusal(await written(`list.${ending}`, changed, format))).toMatch(
      new RegExp(
        `^table list.${ending}: "${role}" holds 3 values a row \\(expected one\\)\\. \\w+`,
      ),
    );
  });

  it('is refused under a name of its own, and where it is text', async () => {
    const path = await written(
      `own.${ending}`,
      { ...classes, truth: '[i % 2, 1 - i % 2]', names: "['a', 'b']" },
      format,
    );
    expect(await refusal(path, { label: 'truth' })).toContain(
      '"truth" holds 2 values a row (expected one). If they are one-hot or votes, one number a class, pass labelVotes: truth.',
    );
    expect(await refusal(path, { group: 'names' })).toContain(
      '"names" holds 2 values a row (expected one). Write one value a row, or name another column with "group".',
    );
    const { label } = await readTable(path, { labelVotes: 'truth' });
    expect([...label!].slice(0, 4)).toEqual([1, 0, 1, 0]);
  });

  it('is refused if it holds one value', async () => {
    const path = await written(`lone.${ending}`, { ...classes, id: '[i]' }, format);
    expect(await refusal(path)).toContain('"id" holds a list of one value, or none, in its first');
  });

  it.each([
    ['a list of lists', '[[0.75, 0.25]]'],
    [ending === 'jsonl' ? 'an object' : 'a struct', "{'a': 0.75, 'b': 0.25}"],
    [ending === 'jsonl' ? 'an object' : 'a map', "MAP {'a': 0.75, 'b': 0.25}"],
    [`a list of ${ending === 'jsonl' ? 'objects' : 'structs'}`, "[{'a': 0.75, 'b': 0.25}]"],
  ])('%s is no model, and no feature', async (what, sql) => {
    const path = await written(`nested.${ending}`, { ...classes, model: sql, f_a: sql }, format);
    expect(await refusal(path)).toBe(
      `table nested.${ending}: "model" holds ${what} in each row (expected a list of numbers, one a class). Write one flat list a row, or a column for each class.`,
    );
    const other = await written(`feature.${ending}`, { ...classes, f_a: sql }, format);
    expect(await refusal(other)).toContain(`"f_a" holds ${what} in each row`);
  });

  it('columns without a role may hold anything', async () => {
    const path = await written(`free.${ending}`, { ...classes, more: "{'a': [1]}" }, format);
    expect(await refusal(path)).toBe('read without a word');
  });
});

it('a list in a later line is named with its row, and not as a gap too', async () => {
  const path = join(folder, 'later.jsonl');
  const line = (id: unknown) => JSON.stringify({ id, label: 0, model: [1, 0], expert_label: 0 });
  writeFileSync(path, [1, 2, [3], 4, [5, 6]].map(line).join('\n'));
  expect(await refusal(path)).toBe(
    'table later.jsonl, row 3: column "id" holds "[3]" (expected one value), and the same in 1 more row (5).',
  );
});

describe('an NPZ array of another shape', () => {
  const numbers = new Float64Array(3 * ROWS).fill(0.25);
  const file = (arrays: Record<string, Uint8Array>) => {
    const path = join(folder, 'arrays.npz');
    const sound = {
      'label.npy': npy('<i4', [ROWS], new Int32Array(ROWS)),
      'model.npy': npy('<f8', [ROWS, 2], new Float64Array(2 * ROWS).fill(0.5)),
      'expert_label.npy': npy('<i4', [ROWS], new Int32Array(ROWS)),
    };
    writeFileSync(path, zipSync({ ...sound, ...arrays }));
    return path;
  };

  it.each(['label', 'id', 'group', 'cluster', 'time', 'weight', 'model_cost', 'expert_label'])(
    '%s with three values a row is refused',
    async (role) => {
      const path = file({ [`${role}.npy`]: npy('<f8', [ROWS, 3], numbers) });
      expect(await refusal(path)).toContain(`"${role}" holds 3 values a row (expected one)`);
    },
  );

  it('one value, or three dimensions, are said to be so', async () => {
    expect(await refusal(file({ 'label.npy': npy('<i4', [], Int32Array.of(1)) }))).toContain(
      '"label" is one value for all rows (expected one value a row)',
    );
    expect(await refusal(file({ 'model.npy': npy('<f8', [ROWS, 3, 1], numbers) }))).toContain(
      `"model" is an array of ${ROWS} × 3 × 1 (expected a list of numbers, one a class)`,
    );
    const images = npy('<f8', [ROWS, 3, 1], numbers);
    expect(await refusal(file({ 'images.npy': images }))).toBe('read without a word');
    expect(await refusal(file({ 'images.npy': images }), { label: 'truth' })).toContain(
      'the table has label, model, expert_label, images',
    );
  });

  it('a column of n × 1 is one value a row', async () => {
    const path = file({ 'label.npy': npy('<i4', [ROWS, 1], new Int32Array(ROWS)) });
    expect(await refusal(path)).toBe('read without a word');
  });
});

it('a case to decide has one id', () => {
  const read = caseReader(2, { features: [] });
  expect(() => read({ id: [1, 2], model: [0.5, 0.5] })).toThrow('"id" holds 2 values a row');
  expect(() => read({ id: { a: 1 }, model: [0.5, 0.5] })).toThrow('"id" holds an object');
});
