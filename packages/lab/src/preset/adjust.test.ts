import { expect, it } from 'vitest';
import { adjustPreset } from './adjust.js';
import { presetList } from './list.js';
import { pairSeeds } from './preset.js';
import { checkPreset } from './read.js';
import { findPreset } from './registry.js';

const cifar = findPreset('cifar100-long-tail25-8-32');

it('moves warm-up and milestones with the epochs, and the title says so', () => {
  const short = adjustPreset(cifar, { epochs: 64 });
  expect(short.training).toMatchObject({ epochs: 64, warmupEpochs: 4, milestones: [24, 48, 56] });
  expect(short.title).toBe('CIFAR-100 long tail(25) [8-32], 64 epochs');
  // So few that milestones fall together or before the first epoch.
  const tiny = adjustPreset(cifar, { epochs: 2 });
  expect(tiny.training).toMatchObject({ epochs: 2, warmupEpochs: 0, milestones: [1, 2] });
  expect(() => checkPreset(JSON.parse(JSON.stringify(tiny)), 'tiny')).not.toThrow();
  expect(adjustPreset(cifar, { epochs: 256 })).toEqual(cifar);
});

it("scales a network's own schedule by the same factor", () => {
  const digits = findPreset('digits-specialist');
  const double = adjustPreset(digits, { epochs: 40 });
  expect(double.training.epochs).toBe(40);
  expect(double.model.training).toMatchObject({ epochs: 6, warmupEpochs: 2, milestones: [4] });
});

it('names pairs by their seeds, whatever the split', () => {
  expect(pairSeeds(adjustPreset(cifar, { networkSeeds: 3 }))).toEqual([1, 2, 3]);
  const two = adjustPreset(cifar, { networkSeeds: [2, 3], splitSeed: 9, split: 'first' });
  expect(pairSeeds(two)).toEqual([2, 3]);
  expect(two).toMatchObject({ seed: 1, splitSeed: 9, split: 'first' });
  expect(() => checkPreset(JSON.parse(JSON.stringify(two)), 'two')).not.toThrow();
  expect(() => adjustPreset(cifar, { networkSeeds: [3, 2] })).toThrow('must not be above');
});

it("lists the paper's seven blocks, then its three figures on their networks", () => {
  const paper = presetList('paper');
  expect(paper.slice(0, 7).every((name) => findPreset(name).paper === name)).toBe(true);
  const counts = ['-losses', '-top5', '-ratios'].map(
    (ending) => paper.filter((name) => name.endsWith(ending)).length,
  );
  expect([paper.length, ...counts]).toEqual([25, 7, 4, 7]);
  for (const name of paper.slice(7))
    expect(paper.slice(0, 7).some((block) => name.startsWith(`${block}-`))).toBe(true);
  expect(presetList('digits-clean, mine.json')).toEqual(['digits-clean', 'mine.json']);
  expect(() => presetList('a,a')).toThrow("'a' is in the list twice");
});
