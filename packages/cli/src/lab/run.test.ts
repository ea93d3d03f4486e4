import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { findPreset, type Preset } from '@cede/lab';
import { afterAll, expect, it } from 'vitest';
import { cede, expectRefusal, temporaryFolder } from '../../test/cede.js';

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
        `training images of the expert, seed ${seed}: specialist\\(10\\): all examples of 4 classes, 10 % of the other 6: \\d+ of 797 examples removed\\.\\n`,
      ),
    );
  expect(out).toContain('over 1 scorers × 2 pairs of networks');
  const results = JSON.parse(readFileSync(folder.at('quick/results.json'), 'utf8'));
  expect(results.pairs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2]);
  expect(results.methods.conf).toMatchObject({ seeds: 2, mean: results.targets.accuracy[0].mean });
  const report = readFileSync(folder.at('quick/report.html'), 'utf8');
  expect(report).toContain('mean of 2 pairs of networks');
  expect(report).toContain('cede lab run preset.json --out quick');
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
