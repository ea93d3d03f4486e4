import { describe, expect, it } from 'vitest';
import { toNobody } from './handing/to-nobody.js';
import { amount, fixed, percent, points, signed } from './numbers.js';
import { infiniteNote, thresholdCell, thresholdText } from './threshold.js';

describe('numbers for people', () => {
  it('have a real minus sign, and none before a zero', () => {
    expect([fixed(-1.25, 1), fixed(-0.04, 1), fixed(2, 2)]).toEqual(['−1.3', '0.0', '2.00']);
    expect([percent(-0.0123, 2), percent(-0.00001)]).toEqual(['−1.23 %', '0.0 %']);
    expect([points(-0.006, 2), points(-0.000001, 2), points(0.5, 0)]).toEqual([
      '−0.60',
      '0.00',
      '+50',
    ]);
    expect([signed(-0.06, 2), amount(-0.247929647564888), amount(1234567)]).toEqual([
      '−0.06',
      '−0.2479',
      '1235000',
    ]);
  });
});

describe('thresholds for people', () => {
  it('are short numbers, or say what they do', () => {
    expect(thresholdText(-0.247929647564888)).toBe('−0.2479');
    for (const none of ['-inf', -Infinity] as never[])
      expect(thresholdText(none)).toBe('below every score (hands over nothing: the model alone)');
    expect(thresholdText('inf')).toBe('above every score (hands over everything)');
    expect(thresholdText('-inf', toNobody)).toContain('the model answers everything');
    expect(thresholdText('inf', toNobody)).toContain('turns everything away');
  });

  it('stand in columns with a note where they are infinite', () => {
    expect(['-inf', 0.5, 'inf'].map((each) => thresholdCell(each as never))).toEqual([
      '−∞',
      '0.5000',
      '∞',
    ]);
    expect(infiniteNote(['-inf', 1])).toEqual(['−∞: hands over nothing, the model alone.']);
    expect(infiniteNote(['-inf', 'inf'], toNobody)).toEqual([
      '−∞: turns nothing away.',
      '∞: turns everything away.',
    ]);
    expect(infiniteNote([0, 1])).toEqual([]);
  });
});
