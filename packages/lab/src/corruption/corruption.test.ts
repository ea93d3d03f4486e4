import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COARSE_CLASSES, FINE_CLASSES, FINE_GROUPS } from '../dataset/cifar100-classes.js';
import { countClasses, type Dataset } from '../dataset/dataset.js';
import { corruptLabels, corruptTrain } from './corrupt.js';
import type { ClassNames, CorruptionSpec } from './corruption.js';
import { resolveClasses } from './specialist.js';

const namesOf = (classes: number): ClassNames => ({
  classes: Array.from({ length: classes }, (_, i) => `class ${i}`),
  groups: {},
});

/** A dataset's training labels in any order and of any balance, and a seed. */
const worlds = fc.record({
  classes: fc.integer({ min: 2, max: 12 }),
  raw: fc.array(fc.nat(1000), { maxLength: 400 }),
  seed: fc.nat(),
  dial: fc.nat(1000),
});
const labelsIn = ({ classes, raw }: { classes: number; raw: number[] }) =>
  Uint8Array.from(raw, (value) => value % classes);

const specsFor = (classes: number, dial: number): CorruptionSpec[] => [
  { kind: 'label-noise', classes: 1 + (dial % classes) },
  { kind: 'long-tail', head: 1 + (dial % (classes - 1)), headLimit: 20, tailLimit: 3 },
  { kind: 'specialist', percent: dial % 101, specialists: [dial % classes] },
];

describe('every corruption', () => {
  it('keeps positions rising, repeats for a seed, and sums up what it did', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const labels = labelsIn(world);
        for (const spec of specsFor(world.classes, world.dial)) {
          const names = namesOf(world.classes);
          const {
            indices,
            labels: after,
            summary,
          } = corruptLabels(labels, names, spec, world.seed);
          expect(corruptLabels(labels, names, spec, world.seed).labels).toEqual(after);
          expect(after.length).toBe(indices.length);
          for (let i = 1; i < indices.length; i++)
            expect(indices[i]).toBeGreaterThan(indices[i - 1]);
          expect(summary.before).toEqual(countClasses(labels, world.classes));
          expect(summary.after).toEqual(countClasses(after, world.classes));
          expect(summary.removed).toBe(labels.length - indices.length);
          expect(summary.relabelled).toBe(
            [...after].filter((label, i) => label !== labels[indices[i]]).length,
          );
          expect(summary.sentence).toMatch(/^[^.]+\.$/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('differs between seeds', () => {
    const labels = Uint8Array.from({ length: 300 }, (_, i) => i % 10);
    for (const spec of specsFor(10, 42)) {
      const [one, two] = [1, 2].map((seed) => corruptLabels(labels, namesOf(10), spec, seed));
      expect([...one.indices, ...one.labels]).not.toEqual([...two.indices, ...two.labels]);
    }
  });
});

describe('label noise(k)', () => {
  const labels = Uint8Array.from({ length: 100_000 }, (_, i) => i % 100);
  const { indices, labels: noisy } = corruptLabels(
    labels,
    namesOf(100),
    { kind: 'label-noise', classes: 10 },
    3,
  );

  it('leaves classes k … L−1 alone and removes nothing', () => {
    expect(indices.length).toBe(labels.length);
    const spared = (all: Uint8Array) => all.filter((_, i) => labels[i] >= 10);
    expect(spared(noisy)).toEqual(spared(labels));
  });

  it('draws the new labels uniformly from all classes (chi-squared), whatever the old one', () => {
    const statistic = (counts: number[]) => {
      const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
      return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    };
    const drawn = noisy.filter((_, i) => labels[i] < 10);
    expect(drawn.length).toBe(10_000);
    expect(statistic(countClasses(drawn, 100))).toBeLessThan(148.23); // 99.9 %, 99 degrees
    // Old × new, in ten bins of new labels: 10 rows with 9 degrees of freedom each.
    const joint = Array.from({ length: 10 }, () => new Array<number>(10).fill(0));
    for (let i = 0; i < labels.length; i++) {
      if (labels[i] < 10) joint[labels[i]][Math.floor(noisy[i] / 10)]++;
    }
    const total = joint.reduce((sum, row) => sum + statistic(row), 0);
    expect(total).toBeLessThan(137.21); // 99.9 %, 90 degrees
  });
});

describe('long tail(h)', () => {
  it('keeps at most 500 of a head class and 50 of a tail class', () => {
    // Class i of 6 has 20, 300, 500, 700, 49, 60 examples.
    const sizes = [20, 300, 500, 700, 49, 60];
    const labels = Uint8Array.from(sizes.flatMap((size, label) => Array(size).fill(label)));
    const tail = (head: number) =>
      corruptLabels(labels, namesOf(6), { kind: 'long-tail', head }, 5).summary.after;
    expect(tail(4)).toEqual([20, 300, 500, 500, 49, 50]);
    expect(tail(1)).toEqual([20, 50, 50, 50, 49, 50]);
  });

  it('keeps the first ones where told to, as the public code does', () => {
    const labels = Uint8Array.from({ length: 3000 }, (_, i) => i % 3);
    const spec = { kind: 'long-tail', head: 1, headLimit: 4, tailLimit: 2, keep: 'first' } as const;
    const { indices } = corruptLabels(labels, namesOf(3), spec, 5);
    expect([...indices]).toEqual([0, 1, 2, 3, 4, 5, 6, 9]);
  });

  it('never changes a label', () => {
    const labels = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7) % 10);
    const spec = { kind: 'long-tail', head: 3, headLimit: 100, tailLimit: 7 } as const;
    const { indices, labels: kept } = corruptLabels(labels, namesOf(10), spec, 1);
    expect([...kept]).toEqual([...indices].map((index) => labels[index]));
  });
});

describe('specialist(p)', () => {
  it('keeps every specialist example and p % of each other class', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const labels = labelsIn(world);
        const chosen = world.dial % world.classes;
        const spec = { kind: 'specialist', percent: 20, specialists: [chosen] } as const;
        const { summary } = corruptLabels(labels, namesOf(world.classes), spec, world.seed);
        expect(summary.relabelled).toBe(0);
        for (const [label, before] of summary.before.entries()) {
          const expected = label === chosen ? before : Math.round(before / 5);
          expect(summary.after[label]).toBe(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('tosses a coin for every other example where told to keep as the public code does', () => {
    const labels = Uint8Array.from({ length: 40_000 }, (_, i) => i % 4);
    const spec = { kind: 'specialist', percent: 20, specialists: [2], keep: 'first' } as const;
    const { after } = corruptLabels(labels, namesOf(4), spec, 3).summary;
    expect(after[2]).toBe(10_000);
    // A coin, not a quota: near a fifth (4 deviations of 40), and not the same in every class.
    for (const c of [0, 1, 3]) expect(Math.abs(after[c] - 2000)).toBeLessThan(160);
    expect(new Set([after[0], after[1], after[3]]).size).toBeGreaterThan(1);
  });

  it('finds CIFAR-100’s 25 mammals from their coarse groups', () => {
    const groups = COARSE_CLASSES.filter((name) => /mammals|carnivores|omnivores/.test(name));
    const mammals = resolveClasses(groups, { classes: FINE_CLASSES, groups: FINE_GROUPS });
    expect(mammals.map((label) => FINE_CLASSES[label]).sort()).toEqual(
      (
        'bear beaver camel cattle chimpanzee dolphin elephant fox hamster kangaroo leopard lion ' +
        'mouse otter porcupine possum rabbit raccoon seal shrew skunk squirrel tiger whale wolf'
      ).split(' '),
    );
    expect(mammals.slice(0, 5)).toEqual([4, 30, 55, 72, 95]);
  });
});

describe('corruptTrain', () => {
  it('gathers the images of the examples that stay', () => {
    const labels = Uint8Array.from({ length: 50 }, (_, i) => i % 5);
    const split = { images: Uint8Array.from({ length: 200 }, (_, i) => i >> 2), labels };
    const dataset: Dataset = {
      ...namesOf(5),
      name: 'small',
      title: 'Small',
      width: 2,
      height: 2,
      channels: 1,
      splits: { train: split, validation: split, test: split },
      verified: true,
    };
    const spec = { kind: 'specialist', percent: 50, specialists: ['class 2'] } as const;
    const { split: kept } = corruptTrain(dataset, spec, 9);
    expect(kept.labels.length).toBe(10 + 4 * 5);
    // Pixel value = position, whose class is position mod 5.
    for (const [i, label] of kept.labels.entries()) {
      const pixels = kept.images.subarray(4 * i, 4 * i + 4);
      expect(new Set(pixels).size).toBe(1);
      expect(pixels[0] % 5).toBe(label);
    }
  });
});

describe('what makes no sense is refused', () => {
  const labels = Uint8Array.from([0, 1, 2]);
  it.each<[CorruptionSpec, RegExp]>([
    [{ kind: 'label-noise', classes: 4 }, /3 classes; give 1 … 3/],
    [{ kind: 'label-noise', classes: 0 }, /give 1 … 3/],
    [{ kind: 'long-tail', head: 3 }, /give a head of 1 … 2/],
    [{ kind: 'long-tail', head: 1, tailLimit: 0 }, /limits 500 and 0/],
    [{ kind: 'specialist', percent: 120, specialists: [1] }, /0 … 100 percent/],
    [{ kind: 'specialist', percent: 20, specialists: [] }, /0 of 3 classes/],
    [{ kind: 'specialist', percent: 20, specialists: [0, 1, 2] }, /3 of 3 classes/],
    [{ kind: 'specialist', percent: 20, specialists: [7] }, /class 7 is not one of 0 … 2/],
    [{ kind: 'specialist', percent: 20, specialists: ['melanoma'] }, /'melanoma' is neither/],
    [{ kind: 'blur' } as unknown as CorruptionSpec, /'blur' is no corruption/],
  ])('%o', (spec, message) => {
    expect(() => corruptLabels(labels, namesOf(3), spec, 1)).toThrow(message);
  });
});
