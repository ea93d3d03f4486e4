import { describe, expect, it } from 'vitest';
import type { Counted } from '../counted-rows.js';
import type { AskedPromises, PromiseRefusal } from './contract.js';
import { countedFor, PROMISES, rowsNeeded, scaledPromises } from './registry.js';

const errors: Counted = { what: 'error', scale: 1, labelled: true };
const costs: Counted = { what: 'cost', scale: 20, pricedBy: 'matrix', labelled: true };
const answers: Counted = { what: 'answers', scale: 4, labelled: true };

function refusal(asked: AskedPromises, counted: Counted): PromiseRefusal {
  try {
    scaledPromises(asked, counted);
  } catch (error) {
    return (error as { refusal: PromiseRefusal }).refusal;
  }
  throw new Error('nothing was refused');
}

describe.each(PROMISES)('promise $name', (kind) => {
  const counted = kind.counts === 'answers' ? answers : kind.counts === 'cost' ? costs : errors;

  it('becomes a promise about values in [0, 1], in proportion', () => {
    const [half, whole] = [0.1, 0.2].map((value) => Object.values(kind.scaled(value, counted))[0]);
    expect(whole).toBeCloseTo(2 * half!, 12);
    expect(half).toBeCloseTo(kind.name === 'maxRate' ? 0.1 : 0.1 / counted.scale, 12);
  });

  it('is excluded by what it excludes, both ways', () => {
    for (const name of kind.excludes) {
      const both = { [kind.name]: 0.1, [name]: 0.1 };
      expect(refusal(both, counted).reason).toBe('together');
      // One of the two has to say it; then it holds whoever comes first.
      expect(() => scaledPromises({ [name]: 0.1, [kind.name]: 0.1 }, counted)).toThrow();
    }
  });

  it('needs rows that tell what it counts', () => {
    expect(rowsNeeded({ [kind.name]: 0.1 })).toBe(kind.needs);
    expect(countedFor({ [kind.name]: 0.1 })).toBe(kind.counts ?? 'error');
  });
});

describe('promises', () => {
  it('together need all that each of them needs', () => {
    expect(rowsNeeded({ maxRate: 0.1, minGain: 0 })).toBe('truth');
    expect(countedFor({ maxRate: 0.1, maxCost: 3 })).toBe('cost');
    expect(scaledPromises({ maxRate: 0.1, maxCost: 5, minGain: 1 }, costs)).toEqual({
      maxRate: 0.1,
      maxError: 0.25,
      minGain: 0.05,
    });
  });

  it('outside of their range are refused with the range', () => {
    expect(refusal({ maxError: 0 }, errors)).toMatchObject({ reason: 'range', largest: 1 });
    expect(refusal({ maxCost: 20 }, costs)).toMatchObject({ reason: 'range', largest: 20 });
    expect(refusal({ budget: 5 }, answers)).toMatchObject({ reason: 'range', value: 5 });
    expect(refusal({ maxRate: 0 }, errors)).toMatchObject({ reason: 'range', largest: 1 });
    expect(scaledPromises({ maxRate: 1 }, errors)).toEqual({ maxRate: 1 });
    // Five points are 0.05; a gain of nothing can be promised.
    expect(refusal({ minGain: 5 }, errors)).toMatchObject({ reason: 'range', largest: 1 });
    expect(refusal({ minGain: 25 }, costs)).toMatchObject({ reason: 'range', largest: 20 });
    expect(scaledPromises({ minGain: 0 }, errors)).toEqual({ minGain: 0 });
    expect(refusal({ maxError: 0.1 }, costs)).toMatchObject({ reason: 'costs-counted' });
  });
});
