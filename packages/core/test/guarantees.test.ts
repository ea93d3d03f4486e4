import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('docs/guarantees.md shows what the simulations found', async () => {
  const root = new URL('../../../', import.meta.url);
  const script = new URL('scripts/guarantees.js', root).href;
  const { withTables } = (await import(script)) as { withTables: (text: string) => string };
  const page = readFileSync(new URL('docs/guarantees.md', root), 'utf8');
  expect(withTables(page)).toBe(page);
  expect(page).toMatch(/\| \d+\.\d ± \d+\.\d % \| at most 10 % \| 1,000 \|/);
});
