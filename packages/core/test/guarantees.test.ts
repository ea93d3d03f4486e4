import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SimulatedRow } from './simulated.js';

const root = new URL('../../../', import.meta.url);
const script = new URL('scripts/guarantees.js', root).href;

it('every promise has at least half of the power of the best possible test, where that has 30 %', async () => {
  const { rowsFound } = (await import(script)) as { rowsFound: () => SimulatedRow[] };
  const compared = rowsFound().filter(
    ({ best, worlds }) => best !== undefined && best >= 0.3 * worlds,
  );
  expect(compared.length).toBeGreaterThan(20);
  for (const { world, count, best } of compared)
    expect(count / best!, world).toBeGreaterThanOrEqual(0.5);
});

it.each(['guarantees.md', 'simulations.md'])('docs/%s shows what was simulated', async (name) => {
  const { PAGES, withTables } = (await import(script)) as {
    PAGES: Record<string, string[]>;
    withTables: (text: string, names: readonly string[]) => string;
  };
  const page = readFileSync(new URL(`docs/${name}`, root), 'utf8');
  expect(withTables(page, PAGES[name])).toBe(page);
  if (name === 'simulations.md')
    expect(page).toMatch(/\| \d+\.\d ± \d+\.\d % \| at most 10 % \| 1,000 \|/);
});
