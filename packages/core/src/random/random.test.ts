import { describe, expect, it } from 'vitest';
import { permutation } from './permutation.js';
import { stream } from './stream.js';

describe('named streams', () => {
  it('repeat for the same seed and name, and differ otherwise', () => {
    const draw = (seed: number, name: string) => {
      const random = stream(seed, name);
      return Array.from({ length: 8 }, () => random.uint32());
    };
    expect(draw(7, 'batches')).toEqual(draw(7, 'batches'));
    const distinct = new Set(
      [
        draw(7, 'batches'),
        draw(8, 'batches'),
        draw(7, 'weights'),
        draw(7 + 2 ** 32, 'batches'),
      ].map(String),
    );
    expect(distinct.size).toBe(4);
  });

  it('keep their bytes from version to version', () => {
    const random = stream(1, 'fixed');
    expect([
      random.uint32(),
      random.uint32(),
      random.below(10),
      random.uniform(),
    ]).toMatchInlineSnapshot(`
      [
        1396855931,
        2811052197,
        3,
        0.22902744415382048,
      ]
    `);
  });

  it('shuffle as Fisher and Yates with one draw after the other, and leave the stream there', () => {
    for (const n of [1, 2, 3, 64, 65, 1000]) {
      const [plain, random] = [stream(n, 'shuffle'), stream(n, 'shuffle')];
      const expected = Uint32Array.from({ length: n }, (_, i) => i);
      for (let i = n - 1; i > 0; i--) {
        const j = plain.below(i + 1);
        [expected[i], expected[j]] = [expected[j], expected[i]];
      }
      expect(permutation(n, random)).toEqual(expected);
      expect(random.uint32()).toBe(plain.uint32());
    }
  });

  it('uniform and normal have the right moments', () => {
    const random = stream(3, 'moments');
    const n = 200_000;
    let mean = 0;
    let normalMean = 0;
    let normalSquare = 0;
    for (let i = 0; i < n; i++) {
      mean += random.uniform() / n;
      const z = random.normal();
      normalMean += z / n;
      normalSquare += (z * z) / n;
    }
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 / Math.sqrt(12 * n));
    expect(Math.abs(normalMean)).toBeLessThan(4 / Math.sqrt(n));
    expect(Math.abs(normalSquare - 1)).toBeLessThan(4 * Math.sqrt(2 / n));
  });

  it('below(n) hits every value equally often (chi-squared)', () => {
    const random = stream(11, 'dice');
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]++;
    const statistic = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(statistic).toBeLessThan(22.46); // 99.9 % point, 6 degrees of freedom
  });

  it('a permutation holds every index once, every order equally often', () => {
    expect([...permutation(1000, stream(5, 'p'))].sort((a, b) => a - b)).toEqual([
      ...Array(1000).keys(),
    ]);
    const counts = new Map<string, number>();
    const random = stream(6, 'p');
    for (let i = 0; i < 24_000; i++) {
      const key = permutation(4, random).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const statistic = [...counts.values()].reduce(
      (sum, count) => sum + (count - 1000) ** 2 / 1000,
      0,
    );
    expect(counts.size).toBe(24);
    expect(statistic).toBeLessThan(49.73); // 99.9 % point, 23 degrees of freedom
  });
});

describe('a long shuffle', () => {
  it('holds every index once and mixes like a short one', () => {
    const n = 200_000;
    const order = permutation(n, stream(9, 'long'));
    const seen = new Uint8Array(n);
    for (const i of order) seen[i]++;
    expect(seen.every((count) => count === 1)).toBe(true);
    // Where the first half of the indices lands: in the first half of the places half of the time.
    let low = 0;
    for (let k = 0; k < n / 2; k++) low += +(order[k] < n / 2);
    expect(Math.abs(low - n / 4)).toBeLessThan(4 * Math.sqrt(n / 16));
    // Neighbours stay neighbours as rarely as chance allows (1 in n/2).
    let neighbours = 0;
    for (let k = 1; k < n; k++) neighbours += +(Math.abs(order[k] - order[k - 1]) === 1);
    expect(neighbours).toBeLessThan(12);
  });
});
