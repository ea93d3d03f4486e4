import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { place, tickDecimals, ticks } from './scale.js';

describe('scales', () => {
  it('maps ends to ends, also upside down', () => {
    const y = { domain: [80, 90], range: [400, 20] } as const;
    expect([80, 85, 90].map((value) => place(y, value))).toEqual([400, 210, 20]);
  });

  it('has a sensible number of round ticks inside any domain', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
        (low, extent) => {
          const found = ticks(low, low + extent, 6);
          expect(found.length).toBeGreaterThanOrEqual(2);
          expect(found.length).toBeLessThanOrEqual(8);
          for (const tick of found) {
            expect(tick).toBeGreaterThanOrEqual(low - 1e-6 * extent);
            expect(tick).toBeLessThanOrEqual(low + extent * (1 + 1e-6));
          }
        },
      ),
    );
  });

  it('prints ticks with the decimals they need', () => {
    expect(ticks(83.4, 90.2, 6)).toEqual([84, 86, 88, 90]);
    expect(tickDecimals([84, 86])).toBe(0);
    expect(tickDecimals([84, 84.25])).toBe(2);
  });
});
