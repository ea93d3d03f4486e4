import { describe, expect, it } from 'vitest';
import { tableFromArrays } from './from-arrays.js';
import { isSoundSum, mostOff, SUM_TOLERANCE, sumHint } from './sums.js';

const sound = (...row: number[]) =>
  isSoundSum(
    row.reduce((sum, p) => sum + p, 0),
    row,
    0,
    row.length,
  );
const tens = (...row: number[]) => [...row, ...new Array<number>(10 - row.length).fill(0)];

describe('a sum of probabilities', () => {
  it('on the edge of the tolerance is inside, however it was added up', () => {
    expect(1 - (0.301 + 0.345 + 0.344)).toBeGreaterThan(SUM_TOLERANCE);
    expect(sound(0.301, 0.345, 0.344)).toBe(true);
    expect(sound(...[0.301, 0.345, 0.344].map(Math.fround))).toBe(true);
    expect(sound(0.301, 0.345, 0.343)).toBe(false);
    expect(sound(0.33, 0.33, 0.33)).toBe(true);
  });

  it('may be off by half a hundredth for each number of at most two decimals', () => {
    expect(sound(...tens(0.6, 0.35))).toBe(true);
    expect(sound(...tens(0.6, 0.35).map(Math.fround))).toBe(true);
    expect(sound(...tens(0.6, 0.34))).toBe(false);
    expect(sound(...tens(0.6, 0.345))).toBe(false); // 0.945, and not rounded to hundredths
    expect(sound(...tens(0.601, 0.359))).toBe(false);
    // Zeros may have been rounded down, never up.
    expect(sound(...tens(0.6, 0.43))).toBe(false);
    expect(sound(...tens(0.3, 0.3, 0.1, 0.1, 0.15, 0.08))).toBe(true);
  });

  it('is never so far off that nothing of the row is left, nor made of counts', () => {
    const wide = (...row: number[]) => [...row, ...new Array<number>(400).fill(0)];
    expect(sound(...wide(0.5))).toBe(true);
    expect(sound(...wide(0.49))).toBe(false);
    expect(sound(...wide(0))).toBe(false);
    expect(sound(...wide(1, 1))).toBe(false);
    expect(sound(Number.NaN, 1)).toBe(false);
    expect(mostOff(3)).toBeCloseTo(0.015, 5);
    expect(mostOff(1000)).toBeCloseTo(0.5, 5);
  });

  it('near 1 asks whether it was rounded', () => {
    expect(sumHint(0.97, 'Logits?')).toMatch(/^Were they rounded\?/);
    expect(sumHint(1.37, 'Logits?')).toBe('Logits?');
    const read = (row: number[]) => () => tableFromArrays({ label: [0], model: [row] });
    expect(read([0.6, 0.37])).toThrow('sum to 0.97 (expected 1 ± 0.01). Were they rounded?');
    expect(read([0.6, 3])).toThrow('If these are logits');
  });

  it('rounded to two decimals is divided out of rows given as arrays', () => {
    const { model } = tableFromArrays({ label: [0], model: [tens(0.6, 0.35)] });
    const [most, rest] = [0.6, 0.35].map(Math.fround);
    expect(model![0]).toBe(Math.fround(most / (most + rest)));
  });
});
