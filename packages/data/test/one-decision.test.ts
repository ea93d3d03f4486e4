/** A row scores the same, to the bit, as part of a file and alone, however its probabilities were rounded. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecider, fitPolicy, scoreRows, stream, tableFromArrays } from '@cede/core';
import { afterAll, expect, it } from 'vitest';
import { readTable } from '../src/node/index.js';

const folder = mkdtempSync(join(tmpdir(), 'cede-one-decision-'));
afterAll(() => rmSync(folder, { recursive: true }));

const random = stream(3, 'rows with few decimals');
const label = Array.from({ length: 400 }, () => random.below(3));
// From two decimals to six: the last are off by about as much as Float32 is.
const model = label.map((truth, i) => {
  const odds = [0, 1, 2].map((c) => Math.exp(random.normal() + (c === truth ? 1 : 0)));
  const sum = odds.reduce((a, b) => a + b, 0);
  return odds.map((value) => Number((value / sum).toFixed(2 + (i % 5))));
});
const expert = label.map((truth) => (random.uniform() < 0.8 ? truth : random.below(3)));
const rows = model.map((row, i) => [label[i], ...row, expert[i]].join());

it.each(['boosting', 'ridge+linear-calibrated', 'conf'])('%s', async (method) => {
  const path = join(folder, 'rows.csv');
  writeFileSync(path, ['label,model_0,model_1,model_2,expert_label', ...rows].join('\n'));
  const table = await readTable(path);
  const policy = fitPolicy(table, { method });
  const decider = createDecider(policy);
  const alone = Float32Array.from(model, (row) => decider.decide(row).score);
  expect(alone).toEqual(scoreRows(policy.scorer, table));
  expect(tableFromArrays({ label, model, expert }).model).toEqual(table.model);
});
