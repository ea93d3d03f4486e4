import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Results } from '@cede/report';
import { afterAll, expect, it, vi } from 'vitest';
import { withCosts } from '../../../report/test/costs.js';
import { exampleData } from '../../../report/test/example.js';
import { writeOutputs } from './outputs.js';

/** How many more files are written before the run is killed. */
const left = vi.hoisted(() => ({ files: Number.POSITIVE_INFINITY }));

vi.mock('@cede/run/node', async (original) => {
  const real = await original<typeof import('@cede/run/node')>();
  return {
    ...real,
    async writeOutput(path: string, content: string) {
      if (left.files-- <= 0) throw new Error('killed');
      await real.writeOutput(path, content);
    },
  };
});

const home = mkdtempSync(join(tmpdir(), 'cede-outputs-'));
afterAll(() => rmSync(home, { recursive: true }));

const example = exampleData({ rows: 200, stops: 11 });
const results = (run: string) =>
  ({ format: 'cede/results', version: 1, run }) as unknown as Results;
const costly = (folder: string) =>
  writeOutputs(folder, results('costly'), withCosts(example), '{}', { timings: { seconds: 1 } });
const plain = (folder: string) =>
  writeOutputs(folder, results('plain'), example, undefined, { timings: { seconds: 1 } });
const names = (folder: string) => readdirSync(folder).sort();
const runIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).run as string;

it('whenever a second run is killed, results.json has all its files', async () => {
  const [first, second] = ['first', 'second'].map((name) => mkdtempSync(join(home, name)));
  await costly(first);
  await plain(second);
  const belonging: Record<string, string[]> = { costly: names(first), plain: names(second) };
  const stale = belonging.costly.filter((name) => !belonging.plain.includes(name));
  expect(stale).toContain('policy.json');
  expect(stale).toContain('costs-by-spending.png');
  const seen = new Set<string>();
  for (let files = 0; files <= belonging.plain.length; files++) {
    const folder = join(home, `killed-after-${files}`);
    cpSync(first, folder, { recursive: true });
    left.files = files;
    const ended = await plain(folder).then(
      () => true,
      () => false,
    );
    expect(ended).toBe(files === belonging.plain.length);
    expect(names(folder)).toEqual(expect.arrayContaining(belonging[runIn(folder)]));
    seen.add(runIn(folder));
    if (ended) expect(names(folder)).toEqual(belonging.plain);
  }
  expect([...seen]).toEqual(['costly', 'plain']);
});

it('a width makes figures for a paper, and PDFs of the same size', async () => {
  left.files = Number.POSITIVE_INFINITY;
  const folder = mkdtempSync(join(home, 'paper'));
  await writeOutputs(folder, results('paper'), withCosts(example), '{}', { width: 317 });
  for (const name of ['curves', 'costs', 'costs-by-spending']) {
    expect(readFileSync(join(folder, `${name}.svg`), 'utf8')).toContain(' width="317" ');
    const pdf = readFileSync(join(folder, `${name}.pdf`), 'latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf).toMatch(/\/MediaBox \[0 0 237\.75 /); // 317 pixels are 3.3 inches, 72 points each
  }
  await plain(folder); // without a width, they would be an earlier comparison's
  expect(names(folder).filter((name) => name.endsWith('.pdf'))).toEqual([]);
});
