import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomesOf } from '@cede/core';
import { loadTable } from '@cede/data/node';
import { describe, expect, it } from 'vitest';
import { done } from '../../test/cede.js';
import { embedded, TWO_LLMS } from './demo.js';

describe('the table of two LLMs', () => {
  it('has the right answers of both, their prices, and no feature of another model', async () => {
    const { table } = await loadTable(embedded('two-llms.csv.gz'), TWO_LLMS);
    const { model, expert } = outcomesOf(table);
    const mean = (values: ArrayLike<number>) =>
      Array.from(values).reduce((sum, value) => sum + value, 0) / table.rows;
    expect(table.rows).toBe(5794);
    expect(mean(model)).toBeCloseTo(0.64, 2);
    expect(mean(expert)).toBeCloseTo(0.704, 2);
    expect(mean(table.experts[0].cost!) / mean(table.modelCost!)).toBeCloseTo(13.5, 0);
    const names = table.columns.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => /model|agree|pro|cost|correct/.test(name))).toEqual([]);
  });
});

it('demo --list names every story', async () => {
  const out = await done(['demo', '--list']);
  for (const name of ['two-llms', 'moderation', 'digits']) expect(out).toContain(`demo ${name} `);
});

it('demo digits trains both networks, then compares them as a table like any other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cede-digits-'));
  const out = await done(['demo', 'digits', '--out', folder, '--seeds', '1', '--epochs', '5']);
  expect(out).toMatch(/40 % of cases to the specialist (raises|lowers|changes) accuracy/);
  expect(out).toContain('Model confidence');
  expect(existsSync(join(folder, 'policy.json'))).toBe(true);
  expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('knows four digits of ten');
});
