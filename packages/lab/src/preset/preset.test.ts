import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corruptLabels } from '../corruption/corrupt.js';
import { resolveClasses } from '../corruption/specialist.js';
import { CIFAR10_LAYOUT } from '../dataset/cifar10.js';
import { FINE_CLASSES, FINE_GROUPS } from '../dataset/cifar100-classes.js';
import { MEDMNIST_MEMBERS } from '../dataset/medmnist-members.js';
import { datasetNames, loadDataset } from '../dataset/registry.js';
import { insistOnFittingDataset } from './fits-dataset.js';
import { type Preset, trainingOf } from './preset.js';
import { checkPreset, parsePreset, readPreset } from './read.js';
import { findPreset, listPresets } from './registry.js';

const names = listPresets().map(({ name }) => name);

describe('the presets', () => {
  it('all pass the schema, by name and as JSON', async () => {
    for (const preset of listPresets()) {
      expect(parsePreset(JSON.stringify(preset), preset.name)).toEqual(preset);
      expect(await readPreset(preset.name)).toBe(preset);
      expect(datasetNames()).toContain(preset.dataset);
    }
  });

  it('cover the paper’s table, its appendix and the digits', () => {
    expect(names).toEqual(
      expect.arrayContaining(
        ['clean', 'label-noise', 'long-tail', 'specialist'].map((kind) => `digits-${kind}`),
      ),
    );
    expect(listPresets().filter(({ paper }) => paper !== null).length).toBe(7);
    for (const pair of ['14-56', '8-32']) {
      for (const setting of [
        'clean',
        'label-noise10',
        'label-noise25',
        'long-tail50',
        'long-tail25',
        'specialist20',
        'specialist10',
      ]) {
        for (const study of ['', '-losses', '-top5', '-ratios']) {
          expect(names).toContain(`cifar100-${setting}-${pair}${study}`);
        }
      }
    }
    for (const setting of ['pathmnist-specialist20-8-14', 'dermamnist-specialist10-8-8']) {
      for (const study of ['', '-losses', '-ratios']) expect(names).toContain(setting + study);
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('corrupt both networks, but only the expert where it is a specialist', () => {
    for (const { corruption } of listPresets()) {
      if (corruption)
        expect(corruption.applies).toBe(corruption.kind === 'specialist' ? 'expert' : 'both');
    }
  });

  it('name specialists that exist', () => {
    const specialists = (name: string) => {
      const { corruption } = findPreset(name);
      return corruption?.kind === 'specialist' ? corruption.specialists : [];
    };
    const labels = (dataset: string, name: string) => {
      const { classes } = MEDMNIST_MEMBERS.find((member) => member.name === dataset)!;
      return resolveClasses(specialists(name), { classes, groups: {} });
    };
    expect(specialists('cifar10-specialist20-8-20')).toEqual(['animals']);
    expect(Object.keys(CIFAR10_LAYOUT.groups)).toContain('animals');
    expect(labels('pathmnist', 'pathmnist-specialist20-8-14')).toEqual([3, 7, 8]);
    expect(labels('dermamnist', 'dermamnist-specialist20-8-8')).toEqual([4, 5]);
    const fine = { classes: FINE_CLASSES, groups: FINE_GROUPS };
    expect(resolveClasses(specialists('cifar100-specialist20-14-56'), fine).length).toBe(25);
  });

  it('ask four losses at two temperatures, four ratio losses, and top-5', () => {
    const methods = (study: string) => findPreset(`cifar100-clean-8-32-${study}`).methods;
    for (const loss of ['gce', 'prob01', 'top5', 'zeroone']) {
      expect(methods('losses')).toEqual(
        expect.arrayContaining([`drcpe-${loss}`, `drcpe-${loss}-g1`]),
      );
    }
    for (const ratio of ['', '-logistic', '-lsif', '-kliep']) {
      expect(methods('ratios')).toContain(`drcpe-gce${ratio}`);
    }
    expect(findPreset('cifar100-clean-8-32-top5').targets).toEqual(['accuracy', 'top5']);
  });

  it('train a digit model shorter than its expert, all else equal', () => {
    const preset = findPreset('digits-clean');
    expect(trainingOf(preset, 'expert')).toEqual(preset.training);
    expect(trainingOf(preset, 'model')).toEqual({
      ...preset.training,
      epochs: 3,
      warmupEpochs: 1,
      milestones: [2],
    });
  });

  it('leave the digits small, and every corruption changes something', async () => {
    const digits = await loadDataset('digits');
    for (const kind of ['label-noise', 'long-tail', 'specialist']) {
      const { corruption, seed } = findPreset(`digits-${kind}`);
      const { summary } = corruptLabels(digits.splits.train.labels, digits, corruption!, seed);
      expect(summary.removed + summary.relabelled).toBeGreaterThan(150);
      expect(Math.min(...summary.after)).toBeGreaterThan(4);
    }
  });
});

describe('a user’s preset', () => {
  const good = findPreset('digits-specialist');
  const changed = (change: Record<string, unknown>) => ({ ...good, ...change });

  it('can be the one in docs/lab.md', () => {
    const page = readFileSync(new URL('../../../../docs/lab.md', import.meta.url), 'utf8');
    const [, example] = /```json\n([^`]*)```/.exec(page)!;
    expect(parsePreset(example, 'docs/lab.md').name).toBe('my-derma');
  });

  it('is read from a file', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'cede-preset-'));
    const file = join(dir, 'mine.json');
    writeFileSync(file, JSON.stringify(changed({ name: 'mine', seeds: 3 })));
    expect(await readPreset(file)).toMatchObject({ name: 'mine', seeds: 3 });
    rmSync(dir, { recursive: true });
    await expect(readPreset(file)).rejects.toThrow(/mine.json can't be read/);
    await expect(readPreset('mine')).rejects.toThrow(/no preset 'mine'; there are digits-clean/);
    await expect(readPreset('cifar100-x')).rejects.toThrow(/there are cifar100-clean-14-56/);
  });

  it.each<[string, unknown, string]>([
    ['no object', [1], 'preset p: it must be an object, found [1].'],
    ['a newer version', changed({ version: 2 }), 'preset p: version must be one of 1, found 2.'],
    ['a missing field', changed({ model: undefined }), 'preset p: model is missing.'],
    ['a misspelt field', changed({ epoch: 3 }), 'preset p: epoch is not known (known here: format'],
    [
      'an unknown depth',
      changed({ expert: { depth: 18 } }),
      'expert.depth must be one of 8, 14, 20',
    ],
    ['no methods', changed({ methods: [] }), 'methods must be a list of at least 1, found [].'],
    [
      'a method twice',
      changed({ methods: ['conf', 'conf'] }),
      'methods must be a list without rep',
    ],
    [
      'a rate in percent',
      changed({ rates: [5, 10] }),
      'rates[0] must be a number from 0 to 1, found 5',
    ],
    [
      'falling rates',
      changed({ rates: [0.5, 0.1] }),
      'rates must be a rising list, found [0.5,0.1].',
    ],
    [
      'half a seed',
      changed({ seeds: 1.5 }),
      'seeds must be a whole number from 1 to 1000, found 1.5',
    ],
    ['an unknown target', changed({ targets: ['f1'] }), 'targets[0] must be accuracy or top5'],
    [
      'an unknown dataset',
      changed({ dataset: 'imagenet' }),
      'dataset must be one of digits, cifar10',
    ],
    [
      'an unknown corruption',
      changed({ corruption: { kind: 'blur' } }),
      'corruption.kind must be one of label-noise, long-tail, specialist, found "blur".',
    ],
    [
      'a corruption of nobody',
      changed({ corruption: { ...good.corruption, applies: 'nobody' } }),
      'corruption.applies must be one of model, expert, both, found "nobody".',
    ],
    [
      'a word for a corruption',
      changed({ corruption: 'specialist' }),
      'corruption must be null or an object with its kind, found "specialist".',
    ],
    [
      'a misspelt method',
      changed({ methods: ['conf', 'random', 'drcpe-gse'] }),
      'preset p: methods[2]: ',
    ],
    [
      'a method in two spellings',
      changed({ methods: ['conf', 'drcpe-gce', 'drcpe-gce-squared'] }),
      'preset p: methods[1] and methods[2] are both drcpe-gce; leave one out.',
    ],
    [
      'nothing but the bounds',
      changed({ methods: ['random', 'oracle'] }),
      'methods has only random and oracle',
    ],
    [
      'a block the paper does not have',
      changed({ paper: 'digits-clean' }),
      'preset p: paper must be null or one of cifar100-clean-14-56',
    ],
    [
      'a late milestone',
      changed({ training: { ...good.training, milestones: [10, 90] } }),
      "the expert's training lasts 20 epochs, but warm-up or a milestone is at 90",
    ],
    [
      'a milestone past a network’s own end',
      changed({ model: { depth: 8, training: { epochs: 5 } } }),
      "the model's training lasts 5 epochs, but warm-up or a milestone is at 12",
    ],
    [
      'an unknown part of a network’s training',
      changed({ model: { depth: 8, training: { rate: 5 } } }),
      'model.training.rate is not known (known here: epochs, batch',
    ],
  ])('is refused for %s', (_, value, message) => {
    expect(() => checkPreset(JSON.parse(JSON.stringify(value)), 'p')).toThrow(message);
  });

  it.each<[string, Partial<Preset>, string]>([
    [
      'an unknown specialist class',
      { corruption: { ...good.corruption, specialists: [3, 'nine'] } as Preset['corruption'] },
      "preset mine.json: corruption.specialists[1]: 'nine' is neither a class nor a group of classes; the dataset has 0, 1",
    ],
    [
      'a class number too high',
      { corruption: { ...good.corruption, specialists: [10] } as Preset['corruption'] },
      'preset mine.json: corruption.specialists[0]: class 10 is not one of 0 … 9.',
    ],
    [
      'nobody left to be neglected',
      {
        corruption: { ...good.corruption, specialists: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
      } as Partial<Preset>,
      'preset mine.json: corruption.specialists: specialist(10): 10 of 10 classes',
    ],
    [
      'noise in more classes than there are',
      { corruption: { kind: 'label-noise', classes: 11, applies: 'both' } },
      'preset mine.json: corruption.classes: label noise(11): the dataset has 10 classes',
    ],
    [
      'a head of all classes',
      { corruption: { kind: 'long-tail', head: 10, applies: 'both' } },
      'preset mine.json: corruption.head: long tail(10): the dataset has 10 classes',
    ],
    [
      'a target for more classes',
      { targets: ['accuracy', 'top10'] },
      'preset mine.json: targets[1]: top10 needs more classes than the 10 of digits.',
    ],
    [
      'a method that needs losses',
      { methods: ['conf', 'drcpe-given'] },
      'preset mine.json: methods[1], drcpe-given: ',
    ],
  ])('does not suit its dataset for %s', async (_, change, message) => {
    const digits = await loadDataset('digits');
    const preset = checkPreset(JSON.parse(JSON.stringify({ ...good, ...change })), 'mine.json');
    expect(() => insistOnFittingDataset(good, digits, 'good')).not.toThrow();
    expect(() => insistOnFittingDataset(preset, digits, 'mine.json')).toThrow(message);
  });

  it('is told of everything that is wrong, counted', () => {
    const value: Partial<Record<keyof Preset, unknown>> = { ...good, seed: -1, seeds: 0, rates: 3 };
    value.networkSeeds = 'x';
    value.title = '';
    expect(() => checkPreset(value, 'p')).toThrow(/title.*; rates.*; seed .*; and 2 more\.$/);
    expect(() => parsePreset('{"name":', 'p')).toThrow(/preset p is not JSON/);
    expect(() => parsePreset('{"seeds": [1], "seeds": [2]}', 'p')).toThrow(
      'preset p: has the key "seeds" twice in one place. Keep one.',
    );
  });
});
