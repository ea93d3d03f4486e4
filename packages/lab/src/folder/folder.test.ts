import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, temporaryFolder } from '../../../cli/test/cede.js';
import { world } from '../../../cli/test/worlds.js';
import type { Preset } from '../preset/preset.js';
import { findPreset } from '../preset/registry.js';
import { keepTables, readFolder } from './folder.js';

const folder = temporaryFolder();
const preset: Preset = {
  ...findPreset('digits-specialist'),
  expert: { depth: 20 },
  methods: ['conf', 'linear', 'random', 'oracle'],
  seeds: 2,
  scorer: { epochs: 2, batch: 64 },
};
const named = (seed: number) => {
  const table = world({ seed });
  return { ...table, experts: [{ ...table.experts[0], name: 'ResNet-20' }] };
};
const facts = [{ name: 'expert, seed 0', value: 'ResNet-20 trained on 1000 images' }];

beforeAll(async () => {
  mkdirSync(folder.at('tables'));
  await keepTables(folder.path, {
    preset,
    facts,
    pairs: [{ seed: 1, fit: named(1), test: named(2) }],
  });
});
afterAll(folder.remove);

describe('the folder of a lab run', () => {
  it('gives its tables back with the name of the expert', async () => {
    const read = await readFolder(folder.path);
    expect(read.preset).toEqual(preset);
    expect(read.facts).toEqual(facts);
    expect(read.pairs.map(({ seed }) => seed)).toEqual([1]);
    for (const [side, seed] of [
      ['fit', 1],
      ['test', 2],
    ] as const) {
      const { experts, label, model } = read.pairs[0][side];
      expect(experts).toEqual(named(seed).experts);
      expect([label, model]).toEqual([named(seed).label, named(seed).model]);
    }
  });

  it('is drawn again without images or networks, and the report names the expert', async () => {
    expect(await done(['lab', 'table', folder.path])).toMatch(/\| linear +\|/);
    await done(['lab', 'figures', folder.path]);
    const report = readFileSync(folder.at('report.html'), 'utf8');
    expect(report).toMatch(/Sending 20.% of cases to ResNet-20 /);
    expect(report).toContain('ResNet-20</span> trained on 1000 images');
  });
});
