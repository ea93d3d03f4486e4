import { describe, expect, it } from 'vitest';
import { wayOf } from './flags.js';

describe('ways to tune', () => {
  it('--dial is refused where it would be ignored', () => {
    const budget = { seed: 0, budget: 0.2, confidence: 0.9 };
    expect(wayOf(budget, true)).toBe('certify');
    expect(() => wayOf({ ...budget, dial: true }, true)).toThrow(/--dial .* a budget leaves out/);
    const groups = { seed: 0, maxError: 0.1, group: 'site', perGroup: 'error' } as const;
    expect(wayOf(groups, true)).toBe('group-certificates');
    expect(() => wayOf({ ...groups, dial: true }, true)).toThrow(/Leave --dial or --per-group out/);
    expect(wayOf({ seed: 0, maxError: 0.1, dial: true }, true)).toBe('certify');
    for (const promise of [{}, { maxError: 0.1 }]) {
      const dial = { seed: 0, dial: true, ...promise };
      expect(() => wayOf(dial, true)).not.toThrow();
      expect(() => wayOf({ ...dial, group: 'site' }, true)).toThrow(/Leave --dial or --group out/);
    }
  });

  it('--confidence is refused where nothing is promised', () => {
    const same = { seed: 0, rate: 0.2, group: 'site', perGroup: 'rate' } as const;
    expect(wayOf(same, true)).toBe('equal-rates');
    expect(() => wayOf({ ...same, confidence: 0.9 }, true)).toThrow(/Leave --confidence out/);
    expect(wayOf({ ...same, rate: undefined, maxRate: 0.2, confidence: 0.9 }, true)).toBe(
      'group-certificates',
    );
  });
});
