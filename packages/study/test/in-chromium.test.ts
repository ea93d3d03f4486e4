import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { alias } from '../../../vitest.config.js';
import { CHROMIUM, openChromium } from '../../core/test/chromium.js';
import * as library from './library.js';

/** Two tables in memory, judged, compared and chosen for. Self-contained: its source text also runs in a page. */
async function answers(cede: typeof library): Promise<string> {
  const random = cede.stream(5, 'in a page');
  const table = () => {
    const label = Array.from({ length: 150 }, () => random.below(2));
    const sure = (skill: number) =>
      label.map((truth) => {
        const right = Math.min(1, skill * (0.2 + random.uniform()));
        return truth === 1 ? [1 - right, right] : [right, 1 - right];
      });
    const answers = { label, model: sure(0.8), expert: sure(1) };
    // A number with gaps, a category and an embedding: every form a feature can have.
    const columns = {
      crp: label.map(() => (random.below(4) === 0 ? null : random.normal())),
      ward: label.map(() => ['north', 'south', null][random.below(3)]),
    };
    const embedding = label.map(() => Array.from({ length: 100 }, () => random.normal()));
    return cede.tableFromArrays({ ...answers, columns, blocks: { embedding } });
  };
  const [fit, test] = [table(), table()];
  const run = { runner: cede.inlineStudyRunner() };
  const methods = ['conf', 'linear', 'drcpe-gce'];
  const ask = { methods, method: 'linear', seeds: 2, options: { epochs: 3 } };
  const verdict = await cede.judge(fit, { method: 'drcpe-gce', options: ask.options }, run);
  const comparison = await cede.compare({ fit, test }, ask, run);
  // Without its columns: what auto tries on embeddings takes half a minute.
  const { columns: _, blocks: __, ...bare } = fit;
  const choice = await cede.choose({ ...bare, columns: [] }, { epochs: 3 }, run);
  return JSON.stringify({ verdict, comparison, choice });
}

async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('./library.ts', import.meta.url)),
        formats: ['iife'],
        name: 'cede',
      },
    },
  });
  const [{ output }] = Array.isArray(result) ? result : [result as never];
  return output[0].code;
}

it.skipIf(!CHROMIUM)('judge, compare and choose give the same documents in Chromium', async () => {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundled() });
    const found = (await page.evaluate(`(${answers})(cede)`)) as string;
    const expected = await answers(library);
    const { verdict, comparison, choice } = JSON.parse(found);
    expect(comparison.headline).toMatchObject({ method: 'linear', rate: expect.any(Number) });
    expect(comparison.methods.map(({ name }: { name: string }) => name)).toEqual([
      ...['random', 'conf', 'linear', 'drcpe-gce', 'oracle'],
    ]);
    expect(verdict.rows).toBe(150);
    expect(choice.standings.length).toBeGreaterThan(5);
    expect(JSON.parse(comparison.policy).requires).toEqual([
      ...['missing-values', 'categories', 'blocks'],
    ]);
    expect(found === expected).toBe(true); // not toBe: a failure would print both documents
  } finally {
    await browser.close();
  }
});
