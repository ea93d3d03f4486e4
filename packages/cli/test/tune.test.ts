import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inputOf, parsePolicy, scoreRows } from '@cede/core';
import { writeTable } from '@cede/data/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cede, document, done, QUICK_FIT, temporaryFolder } from './cede.js';
import { world } from './worlds.js';

const folder = temporaryFolder();
const cwd = folder.path;
const read = (name: string) => readFileSync(folder.at(name), 'utf8');
const policyOf = (name: string) => parsePolicy(read(name), name);

beforeAll(async () => {
  await writeTable(folder.at('fit.csv'), world({ rows: 1000 }));
  await done(['fit', 'fit.csv', '-o', 'policy.json', ...QUICK_FIT], { cwd });
});
afterAll(folder.remove);

it('rewrites in place: the id stays, the revision grows, the dial moves', async () => {
  copyFileSync(folder.at('policy.json'), folder.at('dial.json'));
  const before = policyOf('dial.json');
  let last = Number.NEGATIVE_INFINITY;
  for (const [turn, rate] of ['0.1', '0.3', '0.6'].entries()) {
    const said = await document(['tune', 'dial.json', '--rate', rate], { cwd });
    const now = policyOf('dial.json');
    expect(said).toMatchObject({ id: before.id, revision: before.threshold.revision + turn + 1 });
    expect(now.id).toBe(before.id);
    expect(now.threshold.revision).toBe(said.revision);
    expect(now.threshold.values[0]).toBeGreaterThan(last);
    // The most that does not exceed what was asked, on 200 calibration rows.
    expect(said.rate).toBeLessThanOrEqual(Number(rate) + 1e-9);
    expect(said.rate).toBeGreaterThan(Number(rate) - 0.02);
    last = now.threshold.values[0];
  }
});

it('with -o leaves the policy as it is', async () => {
  const before = read('policy.json');
  await done(['tune', 'policy.json', '--cost', '0.05', '-o', 'other.json'], { cwd });
  expect(read('policy.json')).toBe(before);
  expect(policyOf('other.json').threshold.chosen).toMatchObject({ by: 'cost', cost: 0.05 });
});

it('turns by ratio only where the method estimates one', async () => {
  const said = await document(['tune', 'policy.json', '--ratio', '1', '-o', 'ratio.json'], { cwd });
  expect(said.chosen).toMatchObject({ by: 'ratio', ratio: 1 });
  await done(['fit', 'fit.csv', '--method', 'conf', '-o', 'conf.json'], { cwd });
  const refused = done(['tune', 'conf.json', '--ratio', '1'], { cwd });
  await expect(refused).rejects.toThrow(/ended with 1: cede: .*ratio/);
});

it('sets a rate on traffic without labels', async () => {
  const traffic = world({ rows: 700, seed: 9 });
  const lines = ['model_p0,model_p1,model_p2'];
  for (let i = 0; i < traffic.rows; i++)
    lines.push(Array.from(traffic.model!.subarray(3 * i, 3 * i + 3)).join(','));
  writeFileSync(folder.at('today.csv'), lines.join('\n'));
  const ask = ['tune', 'policy.json', '--rate', '0.25', '--traffic', 'today.csv', '-o', 't.json'];
  const said = await document(ask, { cwd });
  const policy = policyOf('t.json');
  const scores = scoreRows(policy.scorer, inputOf(traffic, policy.scorer.features));
  const deferred = scores.filter((score) => score <= policy.threshold.values[0]).length;
  expect(deferred / traffic.rows).toBeLessThanOrEqual(0.25);
  expect(deferred / traffic.rows).toBeGreaterThan(0.24);
  expect(said.traffic).toEqual({ rows: 700, rate: deferred / 700 });
  expect(policy.threshold.chosen).toMatchObject({ by: 'rate', traffic: { rows: 700 } });
});

it('names no file where no threshold qualifies, for none is written', async () => {
  await writeTable(folder.at('certify.csv'), world({ rows: 300, seed: 11 }));
  const ask = ['tune', 'policy.json', 'certify.csv', '--max-error', '0.001', '-o', 'never.json'];
  const { code, out } = await cede([...ask, '--json'], { cwd });
  expect(JSON.parse(out)).toMatchObject({ feasible: false, policy: null });
  expect([code, existsSync(folder.at('never.json'))]).toEqual([1, false]);
  const kept = await document(
    ['tune', 'policy.json', 'certify.csv', '--max-error', '0.9', '-o', 'sure.json'],
    { cwd },
  );
  expect(kept).toMatchObject({ feasible: true, policy: 'sure.json' });
});
