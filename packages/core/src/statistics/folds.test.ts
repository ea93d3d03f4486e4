import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { ranksWithinFolds, stratifiedFolds } from './folds.js';

const rightOrWrong = (n: number, seed: number, share: number) => {
  const random = stream(seed, 'right');
  return Float32Array.from({ length: n }, () => (random.uniform() < share ? 1 : 0));
};

describe('stratified folds', () => {
  it('every cell and every fold is even to one row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 2, max: 7 }), (n, folds) => {
        const modelRight = rightOrWrong(n, n, 0.8);
        const expertRight = rightOrWrong(n, n + 1, 0.9);
        const fold = stratifiedFolds({ traits: [modelRight, expertRight], folds, seed: 1 });
        const counts = (keep: (i: number) => boolean) => {
          const found = new Array<number>(folds).fill(0);
          fold.forEach((f, i) => {
            if (keep(i)) found[f]++;
          });
          return Math.max(...found) - Math.min(...found);
        };
        for (const m of [0, 1]) {
          for (const e of [0, 1]) {
            expect(counts((i) => modelRight[i] === m && expertRight[i] === e)).toBeLessThan(2);
          }
        }
        expect(counts(() => true)).toBeLessThan(4);
      }),
    );
  });

  it('keeps clusters whole and folds near equal', () => {
    const n = 900;
    const clusters = Float64Array.from({ length: n }, (_, i) => Math.floor(i / 3) * 10);
    const fold = stratifiedFolds({
      traits: [rightOrWrong(n, 1, 0.7), rightOrWrong(n, 2, 0.9)],
      clusters,
      folds: 5,
      seed: 2,
    });
    const sizes = new Array<number>(5).fill(0);
    fold.forEach((f, i) => {
      expect(f).toBe(fold[3 * Math.floor(i / 3)]);
      sizes[f]++;
    });
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(12);
  });

  it('depends on the seed alone', () => {
    const modelRight = rightOrWrong(50, 1, 0.5);
    const run = (seed: number) => [...stratifiedFolds({ traits: [modelRight], folds: 5, seed })];
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
    expect(() => stratifiedFolds({ traits: [[1, 0]], folds: 3, seed: 0 })).toThrow('found 3 folds');
  });

  it('ranks within a fold, ties at their mean place', () => {
    const ranks = ranksWithinFolds([5, 1, 5, 700, 300, 9], [0, 0, 0, 1, 1, 0]);
    expect([...ranks]).toEqual([0.5, 0.125, 0.5, 0.75, 0.25, 0.875]);
  });
});
