import { Worker } from 'node:worker_threads';
import { beforeAll, describe, expect, it } from 'vitest';
import * as core from '../src/index.js';
import { bundleCore } from './bundle.js';
import { CHROMIUM, openChromium } from './chromium.js';

/**
 * One policy.json per method, from seeded arrays. Self-contained: its source text also runs in a
 * worker thread and in a page, where only the bundled `cede` is there.
 */
function artifacts(cede: typeof core): Record<string, string> {
  const random = cede.stream(11, 'same bytes');
  const rows = 300;
  const classes = 7;
  const softmax = (strength: number, truth: number) => {
    const powers = Array.from({ length: classes }, (_, c) =>
      cede.exp(random.normal() + (c === truth ? strength : 0)),
    );
    const total = powers.reduce((sum, value) => sum + value, 0);
    return powers.map((value) => value / total);
  };
  const label = Array.from({ length: rows }, () => random.below(classes));
  const table = cede.tableFromArrays({
    label,
    model: label.map((truth) => softmax(1.5, truth)),
    expert: label.map((truth) => softmax(3, truth)),
    columns: { size: label.map(() => 10 + 3 * random.normal()) },
  });
  const texts: Record<string, string> = {};
  for (const method of [
    'conf',
    'linear',
    'diff01',
    'maxprob',
    'two-stage',
    'reject',
    'drcpe-gce',
    'drcpe-xent-logistic',
    'drcpe-gce-lsif',
    'drcpe-prob01-kliep-g1',
    'drcpe-gce-js',
    'drcpe-gce-alpha0.5',
    'drcpe-gce-ginf',
  ]) {
    const full = method === 'drcpe-gce-js' ? { features: 'full' as const } : {};
    const policy = cede.fitPolicy(table, { method, epochs: 12, batch: 50, seed: 3, ...full });
    texts[method] = cede.printPolicy(policy);
  }
  return texts;
}

describe('policy.json, the same bytes', () => {
  const expected = artifacts(core);
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundleCore();
  });
  /** Compares the short hashes first, so that a failure prints a line and not a file. */
  const expectSame = (texts: Record<string, string>) => {
    const hashes = (files: Record<string, string>) =>
      Object.entries(files).map(([name, text]) => `${name} ${core.sha256(text)}`);
    expect(hashes(texts)).toEqual(hashes(expected));
  };

  it('in a second run', () => {
    expectSame(artifacts(core));
  });

  it('in a worker thread', async () => {
    const source = `${bundle}\nrequire('node:worker_threads').parentPort.postMessage((${artifacts})(cede));`;
    const worker = new Worker(source, { eval: true });
    const texts = await new Promise<Record<string, string>>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    expectSame(texts);
  });

  it.skipIf(!CHROMIUM)('in Chromium (skipped where it is not installed)', async () => {
    const browser = await openChromium();
    try {
      const page = await browser.newPage();
      await page.addScriptTag({ content: bundle });
      expectSame(await page.evaluate(`(${artifacts})(cede)`));
    } finally {
      await browser.close();
    }
  });

  it('and from version to version: a change here changes every policy in the field', () => {
    const all = Object.values(expected).join('');
    expect(core.sha256(all).slice(0, 16)).toMatchInlineSnapshot(`"ef656bf6559ecd41"`);
  });
});
