import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleData } from '../test/example.js';
import { count, decimalsFor, fixed, percent, sentenceDecimals, signed } from './number.js';
import { ACCURACY } from './report-data.js';

describe('numbers in print', () => {
  it('has a real minus sign and never a negative zero', () => {
    expect([fixed(-1.25, 1), fixed(-0.04, 1), fixed(0, 2)]).toEqual(['−1.3', '0.0', '0.00']);
    expect([signed(0.31, 1), signed(-0.31, 1), signed(-0.01, 1)]).toEqual(['+0.3', '−0.3', '0.0']);
  });

  it('prints rates without idle zeros', () => {
    const rates = [0, 0.05, 0.125, 0.1, 1, 0.2004, 1 / 3];
    expect(rates.map((rate) => percent(rate))).toEqual([
      '0 %',
      '5 %',
      '12.5 %',
      '10 %',
      '100 %',
      '20 %',
      '33.3 %',
    ]);
  });

  it('groups digits in threes and loses none', () => {
    expect(count(1234567)).toBe('1\u202f234\u202f567');
    expect(count(-4321)).toBe('−4\u202f321');
    fc.assert(
      fc.property(fc.nat(), (n) => {
        expect(Number(count(n).replaceAll('\u202f', ''))).toBe(n);
      }),
    );
  });

  it('shows about four digits of a loss or cost of any size', () => {
    const loss = { ...ACCURACY, kind: 'loss' as const };
    expect([1234, 12.3, 1.2, 0.12, 0.0012].map((size) => decimalsFor(loss, size))).toEqual([
      0, 2, 3, 4, 6,
    ]);
    expect(decimalsFor(loss, 0)).toBe(3);
    expect(decimalsFor(ACCURACY, 0.001)).toBe(2);
  });

  it('gives a narrow interval one more digit, so that its ends differ', () => {
    const data = exampleData({ rows: 200, stops: 11 });
    const narrow = { ...data, finding: { ...data.finding, lower: 0.31, upper: 0.34 } };
    expect([sentenceDecimals(data), sentenceDecimals(narrow)]).toEqual([1, 2]);
  });
});
