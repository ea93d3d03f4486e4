import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

/** The build, as `import … from 'cede'` finds it. */
const BUILT = pathToFileURL(join(import.meta.dirname, '..', 'lib', 'index.js')).href;
const cede = (await import(/* @vite-ignore */ BUILT)) as typeof import('../src/index.js');

const folder = temporaryFolder();
const training = { epochs: 2 };
const run = { jobs: 1 };

afterAll(folder.remove);

describe('a table in memory', () => {
  const table = world({ rows: 400 });
  const others = world({ rows: 400, seed: 2 });
  /** Rows in pairs, as two visits of one patient are. */
  const paired = {
    ...others,
    cluster: {
      names: Array.from({ length: 200 }, (_, i) => String(i)),
      index: Int32Array.from({ length: 400 }, (_, i) => i >> 1),
    },
  };

  it('is checked, judged, fitted, tuned, certified, evaluated and decided on', async () => {
    const { summary, issues } = cede.check(table);
    expect(summary.rows).toBe(400);
    expect(issues.every(({ severity }) => severity !== 'error')).toBe(true);
    const verdict = await cede.judge(table, { method: 'linear' }, run);
    expect(verdict).toMatchObject({ method: 'linear', rows: 400 });
    const { policy, rows } = await cede.fit(table, { method: 'linear', training }, run);
    expect(rows).toEqual({ fit: 320, calibration: 80 });
    const tuned = cede.tune(policy, { rate: 0.5 });
    expect(tuned.setting.rate).toBeCloseTo(0.5, 1);
    // The clusters are the table's own: nobody has to remember to pass them.
    const test = (given: typeof others) =>
      cede.certify(tuned.policy, given, { maxRate: 0.9 }).certificates[0].certificate;
    expect([test(others).test, test(paired).test]).toEqual(['exact', 'betting']);
    const { outcome } = cede.evaluate(tuned.policy, others);
    expect(outcome.rows).toBe(400);
    const decider = cede.createDecider(tuned.policy);
    expect(['model', 'expert']).toContain(decider.decide([0.4, 0.3, 0.3]).route);
    expect(cede.parsePolicy(cede.printPolicy(tuned.policy)).id).toBe(policy.id);
    expect(cede.exportOnnx(policy).length).toBeGreaterThan(100);
  });

  it('is compared with another, and the report written', async () => {
    const steps = new Set<string>();
    const comparison = await cede.compare(
      { fit: table, test: others },
      { methods: ['conf', 'linear'], method: 'linear', seeds: 1, rate: 0.2, options: training },
      { ...run, onProgress: ({ step }) => steps.add(step) },
    );
    expect(steps).toContain('fits');
    const results = cede.toResults(comparison);
    expect(Object.keys(results.methods)).toEqual(expect.arrayContaining(['conf', 'linear']));
    expect(cede.renderReport(cede.toReport(comparison))).toMatch(/^<!doctype html>/i);
    await cede.writeReport(folder.at('report'), comparison);
    for (const name of ['report.html', 'results.json', 'curves.svg', 'curves.png', 'table.md'])
      expect(existsSync(folder.at(`report/${name}`)), name).toBe(true);
    expect(JSON.parse(readFileSync(folder.at('report/results.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(results)),
    );
  });

  it('is refused where it is tested on itself, or stopped', async () => {
    const ask = { methods: ['conf'], method: 'conf', seeds: 1 };
    await expect(cede.compare({ fit: table, test: table }, ask, run)).rejects.toThrow(
      /very table that is fitted/,
    );
    const signal = AbortSignal.abort();
    await expect(cede.fit(table, { training }, { ...run, signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expect(cede.fit({ ...table, label: undefined }, {}, run)).rejects.toBeInstanceOf(
      cede.InputError,
    );
  });
});

describe('a table in a file', () => {
  beforeAll(async () => {
    await cede.writeTable(folder.at('fit.csv'), world({ rows: 300 }));
  });

  it('gives the same policy as the command, with the method chosen by auto', async () => {
    const cwd = folder.path;
    const said = await document(
      ['fit', 'fit.csv', '-o', 'command.json', '--epochs', '2', '--rate', '0.3'],
      { cwd },
    );
    const table = await cede.readTable(folder.at('fit.csv'));
    expect(table.name).toBe('fit.csv');
    const ask = { setting: { rate: 0.3 }, training: { ...training, seed: 0 } };
    const { policy } = await cede.fit(table, ask, run);
    expect(policy.choice!.method).toBe(said.method);
    await cede.writePolicy(folder.at('library.json'), policy);
    const text = (name: string) => readFileSync(folder.at(name), 'utf8');
    expect(text('library.json')).toBe(text('command.json'));
    expect((await cede.readPolicy(folder.at('library.json'))).id).toBe(said.id);
  });
});
