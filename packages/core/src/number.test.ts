import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count, fixed, signed } from './number.js';

describe('numbers in print', () => {
  it('have a real minus sign and never a negative zero', () => {
    expect([fixed(-1.25, 1), fixed(-0.04, 1), fixed(0, 2)]).toEqual(['−1.3', '0.0', '0.00']);
    expect([signed(0.31, 1), signed(-0.31, 1), signed(-0.01, 1)]).toEqual(['+0.3', '−0.3', '0.0']);
    expect([count(-4321), count(-0.4), count(999.6)]).toEqual(['−4,321', '0', '1,000']);
  });

  it('are grouped in threes where they count, and lose no digit', () => {
    expect([count(12), count(1234), count(1234567)]).toEqual(['12', '1,234', '1,234,567']);
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(Number(count(n).replaceAll(',', ''))).toBe(n);
      }),
    );
  });
});
