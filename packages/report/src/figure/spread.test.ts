import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from './spread.js';

const heights = fc
  .array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 12 })
  .map((list) => list.sort((a, b) => a - b));

describe('spread', () => {
  it('keeps order, distance and bounds', () => {
    fc.assert(
      fc.property(heights, (wanted) => {
        const placed = spread(wanted, 8, 0, 100);
        placed.forEach((y, k) => {
          expect(y).toBeGreaterThanOrEqual(-1e-9);
          expect(y).toBeLessThanOrEqual(100 + 1e-9);
          if (k > 0) expect(y - placed[k - 1]).toBeGreaterThanOrEqual(8 - 1e-9);
        });
      }),
    );
  });

  it('moves nothing that need not move', () => {
    expect(spread([10, 30, 60], 15, 0, 100)).toEqual([10, 30, 60]);
  });

  it('moves as little as possible: no random legal arrangement is nearer', () => {
    const cost = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, y, k) => sum + (y - b[k]) ** 2, 0);
    fc.assert(
      fc.property(
        heights,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 13, maxLength: 13 }),
        (wanted, parts) => {
          const n = wanted.length;
          // A random legal arrangement: the slack beyond the least distances, cut into n + 1 parts.
          const slack = 100 - 8 * (n - 1);
          const total = parts.slice(0, n + 1).reduce((sum, part) => sum + part, 1e-9);
          let y = 0;
          const other = wanted.map((_, k) => {
            y += (parts[k] / total) * slack + (k > 0 ? 8 : 0);
            return y;
          });
          expect(cost(spread(wanted, 8, 0, 100), wanted)).toBeLessThanOrEqual(
            cost(other, wanted) + 1e-6,
          );
        },
      ),
    );
  });

  it('shares the room evenly where there is not enough', () => {
    expect(spread([5, 5, 5], 30, 0, 20)).toEqual([0, 10, 20]);
    expect(spread([], 10, 0, 1)).toEqual([]);
  });
});
