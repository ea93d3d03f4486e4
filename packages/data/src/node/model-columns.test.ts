import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadTable } from './load-table.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-model-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a policy fitted on a table with such columns remembers. */
async function noticed(columns: string[], options = {}) {
  const file = join(folder, `${columns.join('-')}.csv`);
  const rows = Array.from({ length: 20 }, (_, i) => `${i % 2 ? 'cat' : 'dog'},dog,0.75,0.25`);
  writeFileSync(file, [`label,expert_label,${columns.join(',')}`, ...rows].join('\n'));
  return (await loadTable(file, options)).columns;
}

test('columns of the model that have other names are kept, in the order of the classes', async () => {
  expect(await noticed(['model_p0', 'model_p1'])).toEqual({
    modelColumns: ['model_p0', 'model_p1'],
  });
  const named = { model: 'model_*', classes: ['cat', 'dog'] };
  expect(await noticed(['model_dog', 'model_cat'], named)).toEqual({
    modelColumns: ['model_cat', 'model_dog'],
  });
});

test('the usual names need no memory', async () => {
  expect(await noticed(['model_0', 'model_1'])).toBeUndefined();
});
