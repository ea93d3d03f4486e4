import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { both, removeFolder } from '../../test/csv-sizes.js';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';
import { readTableFrom } from '../read-table.js';
import { connect } from './duckdb.js';
import { fileSource } from './files.js';
import { readFiles } from './read-table.js';

// A class or a group may be called `none` or `NA`: it is what the text says, in every format and at
// every size. Only where no class is called that, it is a missing answer, and a sentence says so.
const folder = mkdtempSync(join(tmpdir(), 'cede-words-'));
afterAll(() => {
  removeFolder();
  rmSync(folder, { recursive: true });
});

interface Row {
  readonly [name: string]: string | number;
}

const rowsOf = (third: string, expert: string): Row[] =>
  ['cat', 'dog', third, 'cat', 'dog', third].map((label, k) => ({
    ...{ id: `r${k}`, label, model_p0: 0.5, model_p1: 0.25, model_p2: 0.25 },
    ...{ expert_label: k === 2 ? expert : 'cat', group: k < 2 ? third : 'north' },
    cluster: k % 2 === 0 ? 'NA' : 'ward',
  }));

const csvOf = (rows: readonly Row[]) =>
  `${[Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')}\n`;

/** The same rows by every reader that a table of names may meet. */
async function everywhere(rows: readonly Row[], options: TableOptions = {}) {
  const { large, small } = await both(csvOf(rows), options);
  const lines = rows.map((row) => JSON.stringify(row)).join('\n');
  const jsonl = await readTableFrom(lines, 'table.jsonl', options);
  const csv = join(folder, 'table.csv');
  const parquet = join(folder, 'table.parquet');
  writeFileSync(csv, csvOf(rows));
  const connection = await connect();
  await connection.run(
    `COPY (SELECT * FROM read_csv('${csv}', nullstr='')) TO '${parquet}' (FORMAT parquet)`,
  );
  const ofParquet = await readFiles([await fileSource(parquet)], options);
  return Object.entries({ large, small, jsonl, parquet: ofParquet }) as [string, LoadedTable][];
}

const words = ({ notes }: LoadedTable) =>
  notes!.flatMap(({ code, message }) => (code === 'missing-word' ? [message] : []));

describe.each(['none', 'NA', 'null', 'None', 'NaN'])('called %s', (word) => {
  it('a class that every label needs', async () => {
    for (const [format, table] of await everywhere(rowsOf(word, word))) {
      const answers = (codes: Int32Array) => Array.from(codes, (code) => table.classes[code]);
      expect([format, answers(table.label!)]).toEqual([
        format,
        ['cat', 'dog', word, 'cat', 'dog', word],
      ]);
      const [expert] = table.experts;
      expect(answers((expert as { labels: Int32Array }).labels)[2]).toBe(word);
      expect(words(table)).toContain(
        `Column "label" says "${word}" in 2 rows: taken as the name of a class.`,
      );
    }
  });

  it('a class that was named, and nothing is left to say', async () => {
    const options = { classes: ['cat', 'dog', word] };
    for (const [format, table] of await everywhere(rowsOf(word, word), options)) {
      expect([format, [...table.label!]]).toEqual([format, [0, 1, 2, 0, 1, 2]]);
      expect(words(table).filter((message) => /label/.test(message))).toEqual([]);
    }
  });

  it('a group', async () => {
    for (const [format, { group }] of await everywhere(rowsOf(word, word)))
      expect([format, group!.names]).toEqual([format, [word, 'north']]);
  });

  it('an answer that is missing, which is said', async () => {
    for (const [format, table] of await everywhere(rowsOf('eel', word))) {
      const [expert] = table.experts as unknown as { labels: Int32Array }[];
      expect([format, [...expert!.labels]]).toEqual([format, [0, 0, -1, 0, 0, 0]]);
      expect(words(table)).toContain(
        `Column "expert_label" says "${word}" in 1 row: taken as a missing answer.`,
      );
    }
  });
});

it('rows of a cluster called NA have nothing in common', async () => {
  for (const [format, table] of await everywhere(rowsOf('eel', 'eel'))) {
    expect([format, table.cluster!.names]).toEqual([
      format,
      ['ward', '(row 1)', '(row 3)', '(row 5)'],
    ]);
    expect(words(table)).toEqual([
      'Column "cluster" says "NA" in 3 rows: taken as rows that belong to no cluster.',
    ]);
  }
});

it('a label that no class is called is refused by its name', async () => {
  const text = csvOf(rowsOf('NA', 'cat'));
  await expect(
    readTableFrom(text, 'table.csv', { classes: ['cat', 'dog', 'eel'] }),
  ).rejects.toThrow(
    'row 3: the label is "NA", which counts as missing, and the same in 1 more row',
  );
});
