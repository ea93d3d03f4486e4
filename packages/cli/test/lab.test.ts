import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { findPreset, type Preset } from '@cede/lab';
import { afterAll, expect, it } from 'vitest';
import { cede, done, expectRefusal, filesBelow, THREADS, temporaryFolder } from './cede.js';

const folder = temporaryFolder();
const cwd = folder.path;
afterAll(folder.remove);

const digits = findPreset('digits-specialist');
const quick: Preset = {
  ...digits,
  name: 'quick',
  training: { ...digits.training, epochs: 1, warmupEpochs: 0, milestones: [] },
  model: { depth: 8 },
  methods: ['conf'],
  seeds: 1,
  networkSeeds: 2,
};
const preset = (name: string, change: Partial<Preset>) =>
  writeFileSync(folder.at(name), JSON.stringify({ ...quick, ...change }));

it('a run tells what it changes in the images, and covers all its pairs', async () => {
  preset('quick.json', {});
  const { code, err, out } = await cede(['lab', 'run', 'quick.json', '--out', 'quick'], { cwd });
  expect([code, err]).toEqual([0, expect.any(String)]);
  for (const seed of [1, 2])
    expect(err).toMatch(
      new RegExp(
        `training images of the expert, seed ${seed}: specialist\\(10\\): all examples of 4 classes, 10 % of the other 6: \\d+ of 797 examples left out\\.\\n`,
      ),
    );
  // The finding first, then the table.
  expect(out).toMatch(/^(Sending|Handing) [^|]*\(95 % interval [^|]*\n\n## /);
  expect(out).toContain('over 1 scorer × 2 pairs of networks');
  const results = JSON.parse(readFileSync(folder.at('quick/results.json'), 'utf8'));
  expect(results.pairs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2]);
  expect(results.methods.conf).toMatchObject({ seeds: 2, mean: results.targets.accuracy[0].mean });
  const report = readFileSync(folder.at('quick/report.html'), 'utf8');
  expect(report).toContain('mean of 2 pairs of networks');
  expect(report.replace(/<\/?span[^>]*>/g, '')).toContain('cede lab run preset.json --out quick');
});

it.each<[string, Partial<Preset>, RegExp]>([
  ['a misspelt method', { methods: ['conf', 'drcpe-gse'] }, /preset wrong\.json: methods\[1\]: /],
  [
    'an unknown class',
    { corruption: { ...digits.corruption, specialists: ['ten'] } as Preset['corruption'] },
    /preset wrong\.json: corruption\.specialists\[0\]: 'ten' is neither/,
  ],
  ['missing images', { dataset: 'dermamnist', corruption: null }, /dermamnist is not embedded/],
])('a run refused for %s leaves nothing', async (_, change, said) => {
  preset('wrong.json', change);
  expectRefusal(await cede(['lab', 'run', 'wrong.json', '--out', 'wrong'], { cwd }), 1, said);
  expect(existsSync(folder.at('wrong'))).toBe(false);
});

it('a folder belongs to one preset: another is refused, more pairs are not', async () => {
  preset('mine.json', { networkSeeds: 1 });
  preset('other.json', { networkSeeds: 1, name: 'other', seed: 7 });
  const run = (file: string, ...more: string[]) =>
    cede(['lab', 'run', file, '--out', 'shared', '--quiet', ...more], { cwd });
  expect((await run('mine.json')).code).toBe(0);
  const before = filesBelow(folder.at('shared'));
  expectRefusal(
    await run('other.json'),
    1,
    /shared: holds another run\. These differ \(there, and asked for\): name "quick" and "other", .*seed 1 and 7.*\. Give another --out/,
  );
  expect(filesBelow(folder.at('shared'))).toEqual(before);
  expect((await run('mine.json', '--network-seeds', '2')).code).toBe(0);
  const results = () => JSON.parse(readFileSync(folder.at('shared/results.json'), 'utf8'));
  expect(results().pairs).toHaveLength(2);
  // Back to one: the second pair still lies there, and is not drawn with it.
  expect((await run('mine.json')).code).toBe(0);
  expect(results().pairs).toHaveLength(1);
  expect(filesBelow(folder.at('shared'))['results.json']).toBe(before['results.json']);
});

it('results that no lab run made are not replaced', async () => {
  preset('mine.json', { networkSeeds: 1 });
  mkdirSync(folder.at('compared'));
  writeFileSync(folder.at('compared/results.json'), '{}');
  const args = ['lab', 'run', 'mine.json', '--out', 'compared', '--quiet'];
  expectRefusal(await cede(args, { cwd }), 1, /compared: holds results that no lab run made/);
  expect(filesBelow(folder.at('compared'))['results.json']).toBeDefined();
  expect(readFileSync(folder.at('compared/results.json'), 'utf8')).toBe('{}');
  expect(existsSync(folder.at('compared/preset.json'))).toBe(false);
});

it('takes the networks of another run where they are the same', async () => {
  preset('losses.json', { networkSeeds: 1, name: 'losses', methods: ['linear'] });
  const { code, err } = await cede(
    ['lab', 'run', 'losses.json', '--out', 'losses', '--networks', 'shared'],
    { cwd },
  );
  expect(code).toBe(0);
  expect(err).not.toContain('trained in');
  const files = filesBelow(folder.at('losses'));
  expect(files['networks/1-model.onnx']).toBe(
    filesBelow(folder.at('shared'))['networks/1-model.onnx'],
  );
});

it('a folder in use is refused; a lock whose process is gone is taken over', async () => {
  const lock = folder.at('shared/.cede-lock');
  const args = ['lab', 'run', 'mine.json', '--out', 'shared', '--quiet'];
  writeFileSync(lock, JSON.stringify({ pid: process.ppid, host: hostname() }));
  expectRefusal(await cede(args, { cwd }), 1, /shared: is in use by another run \(process \d+\)/);
  writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 5, host: hostname() }));
  await done(args, { cwd });
  expect(existsSync(lock)).toBe(false);
});

it('pairs trained apart and merged are the run that trained them together', async () => {
  preset('pairs.json', { name: 'pairs' });
  const run = (out: string, ...more: string[]) =>
    done(['lab', 'run', 'pairs.json', '--out', out, '--quiet', ...more], {
      cwd,
      ...(more.includes('--jobs') && { env: THREADS }),
    });
  // Three networks side by side, each in a thread of its own.
  await run('together', '--jobs', '3');
  await run('first', '--network-seeds', '1..1');
  await run('second', '--network-seeds', '2..2');
  const merge = (...parts: string[]) =>
    cede(['lab', 'merge', ...parts, '--out', 'merged'], { cwd });
  expectRefusal(await merge('first', 'first'), 1, /networks of seed 1 are in more than one of/);
  expectRefusal(
    await merge('first', 'quick'),
    1,
    /quick: holds another study than first\. These differ: name "pairs" and "quick"/,
  );
  const both = await merge('second', 'first');
  expect([both.code, both.err]).toEqual([0, expect.not.stringContaining('several builds')]);
  const [whole, merged] = [filesBelow(folder.at('together')), filesBelow(folder.at('merged'))];
  for (const name of [
    'results.json',
    'curves.csv',
    'table.md',
    'kernels.txt',
    'networks/2-expert.onnx',
  ])
    expect([name, merged[name]]).toEqual([name, whole[name]]);
  writeFileSync(folder.at('second/kernels.txt'), 'another\n');
  const mixed = await cede(['lab', 'merge', 'second', 'first', '--out', 'mixed'], { cwd });
  expect(mixed.err).toContain('trained by several builds');
  // What the expert saw: all of its four classes, a tenth of the others.
  const seen = JSON.parse(readFileSync(folder.at('merged/networks/1-expert.json'), 'utf8'));
  expect(seen.classCounts['3']).toBeGreaterThan(70);
  expect(seen.classCounts['0']).toBeLessThan(12);
});

it('a list runs each preset in a folder of its own, and draws them side by side', async () => {
  const small = ['--epochs', '1', '--seeds', '1', '--quiet'];
  preset('a.json', { name: 'a', networkSeeds: 1 });
  preset('b.json', { name: 'a-losses', networkSeeds: 1, methods: ['linear'] });
  await done(['lab', 'run', '--all', 'a.json,b.json', '--out', 'list', ...small], { cwd });
  const files = filesBelow(folder.at('list'));
  for (const name of [
    'table.md',
    'table.tex',
    'table-losses.tex',
    'methods.svg',
    'losses.svg',
    'a/results.json',
    'a-losses/table.md',
  ])
    expect(files).toHaveProperty([name]);
  // The second took the first one's networks: the same bytes, trained once.
  expect(files['a-losses/networks/1-model.onnx']).toBe(files['a/networks/1-model.onnx']);
  expect(filesBelow(folder.at('list/a-losses/checkpoints'))).toEqual({});
  expect(await done(['lab', 'table', 'list'], { cwd })).toMatch(/## [\s\S]*## /);
  expectRefusal(await cede(['lab', 'run', '--out', 'x'], { cwd }), 2, /name one preset, or a list/);
});

it('shows a preset as the file it would be', async () => {
  const shown = await done(['lab', 'show', 'digits-specialist'], { cwd });
  expect(JSON.parse(shown)).toEqual(digits);
});
