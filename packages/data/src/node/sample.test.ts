import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTable } from './read-table.js';
import { loadSample, reservoir } from './sample.js';
import { writeTable } from './write-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-sample-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

test('every row is in every place equally often, and in one place only', () => {
  const places = Array.from({ length: 4 }, () => new Float64Array(12));
  for (let seed = 0; seed < 6000; seed++) {
    const drawn = reservoir(12, 4, seed);
    expect(new Set(drawn).size).toBe(4);
    for (const [place, row] of drawn.entries()) places[place][row]++;
  }
  // 500 expected each; five standard deviations are 107.
  for (const counts of places)
    for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(107);
});

test('draws whole rows over several files of both kinds, and others beside them', async () => {
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, k) => {
      const p = ((from + k) % 97) / 100;
      return `row-${from + k},${(from + k) % 2},${p},${1 - p},${(from + k) % 3 === 0 ? 1 : 0}`;
    });
  const head = 'id,label,model_0,model_1,expert_label';
  writeFileSync(at('one.csv'), [head, ...lines(0, 700)].join('\n'));
  writeFileSync(at('two.csv'), [head, ...lines(700, 5300)].join('\n'));
  await writeTable(at('two.parquet'), await readTable(at('two.csv')));
  const whole = await readTable([at('one.csv'), at('two.csv')]);
  const draw = (seed: number, paths = [at('one.csv'), at('two.csv')]) =>
    loadSample(paths, {}, { rows: 500, seed });
  const first = await draw(1);
  expect([first.table.table.rows, first.of, first.others!.rows]).toEqual([500, 6000, 500]);
  const { table } = first.table;
  for (const [i, id] of table.id!.entries()) {
    const row = whole.id!.indexOf(id);
    expect(table.label![i]).toBe(whole.label![row]);
    expect([...table.model!.subarray(2 * i, 2 * i + 2)]).toEqual([
      ...whole.model!.subarray(2 * row, 2 * row + 2),
    ]);
  }
  expect(table.id!.filter((id) => first.others!.id!.includes(id))).toEqual([]);
  expect(table.id!.some((id) => Number(id.slice(4)) < 700)).toBe(true);
  expect((await draw(1)).table.hash).toBe(first.table.hash);
  expect((await draw(2)).table.hash).not.toBe(first.table.hash);
  // The same rows whatever the format.
  const parquet = await loadSample(at('two.parquet'), {}, { rows: 300, seed: 3 });
  const csv = await loadSample(at('two.csv'), {}, { rows: 300, seed: 3 });
  expect(parquet.table.hash).toBe(csv.table.hash);
  const all = await loadSample(at('one.csv'), {}, { rows: 9999, seed: 0 });
  expect(all.table.name).toBe('one.csv');
  expect(all.table.issues.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/sample: 9999 changes nothing: there are 700 rows, and all are used/),
  );
  expect([all.table.table.rows, all.others]).toEqual([700, undefined]);
});

test('a large CSV file that DuckDB gives up on is sampled by the plain reader', async () => {
  const lines = Array.from({ length: 4000 }, (_, row) => {
    const p = (row % 97) / 100;
    return `row-${row},${row % 2},"[${p}, ${1 - p}]",${row % 3 === 0 ? 1 : 0},${'x'.repeat(60)}`;
  });
  writeFileSync(at('lists.csv'), ['id,label,model,expert_label,filler', ...lines].join('\n'));
  const { table, of } = await loadSample(at('lists.csv'), {}, { rows: 300, seed: 1 });
  expect([table.table.rows, of]).toEqual([300, 4000]);
  for (const [i, id] of table.table.id!.entries())
    expect(table.table.model![2 * i]).toBeCloseTo((Number(id.slice(4)) % 97) / 100, 6);
});
