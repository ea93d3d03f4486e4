import { describe, expect, it } from 'vitest';
import { exampleData } from '../test/example.js';
import { decimalsFor, decimalsThatAddUp, percent, sentenceDecimals, withUnit } from './number.js';
import { ACCURACY } from './report-data.js';

describe('numbers in print', () => {
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

  it('puts a sign of money before the number, every other unit behind it', () => {
    expect(['%', 'points', 'CHF', ''].map((unit) => withUnit('2.06', unit))).toEqual([
      '2.06 %',
      '2.06 points',
      '2.06 CHF',
      '2.06',
    ]);
    expect([withUnit('2.06', '$'), withUnit('−2.06', '€')]).toEqual(['$2.06', '−€2.06']);
  });

  it('shows about four digits of a loss or cost of any size', () => {
    const loss = { ...ACCURACY, kind: 'loss' as const };
    expect([1234, 12.3, 1.2, 0.12, 0.0012].map((size) => decimalsFor(loss, size))).toEqual([
      0, 2, 3, 4, 6,
    ]);
    expect(decimalsFor(loss, 0)).toBe(3);
    expect(decimalsFor(ACCURACY, 0.001)).toBe(2);
  });

  it('gives two numbers one more digit where their rounded difference would not add up', () => {
    expect(decimalsThatAddUp(85.53, 86.37, 1)).toBe(2); // 85.5 to 86.4 is not +0.8
    expect(decimalsThatAddUp(92, 97, 1)).toBe(1);
    expect(decimalsThatAddUp(86.37, 85.53, 1)).toBe(2);
  });

  it('gives a narrow interval one more digit, so that its ends differ', () => {
    const data = exampleData({ rows: 200, stops: 11 });
    const narrow = { ...data, finding: { ...data.finding, lower: 0.31, upper: 0.34 } };
    expect([sentenceDecimals(data), sentenceDecimals(narrow)]).toEqual([1, 2]);
  });
});
