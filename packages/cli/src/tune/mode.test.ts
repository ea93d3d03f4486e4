import { describe, expect, it } from 'vitest';
import { tuneModeOf } from './mode.js';

describe('ways to tune', () => {
  it('--bounds is refused where it would be ignored', () => {
    const budget = { seed: 0, budget: 0.2, confidence: 0.9 };
    expect(tuneModeOf(budget, true)).toBe('certify');
    expect(() => tuneModeOf({ ...budget, bounds: true }, true)).toThrow(
      /--bounds .* a budget leaves out/,
    );
    const groups = { seed: 0, maxError: 0.1, group: 'site', perGroup: 'error' } as const;
    expect(tuneModeOf(groups, true)).toBe('group-certificates');
    expect(() => tuneModeOf({ ...groups, bounds: true }, true)).toThrow(
      /Leave --bounds or --per-group out/,
    );
    expect(tuneModeOf({ seed: 0, maxError: 0.1, bounds: true }, true)).toBe('certify');
    for (const promise of [{}, { maxError: 0.1 }]) {
      const bounds = { seed: 0, bounds: true, ...promise };
      expect(() => tuneModeOf(bounds, true)).not.toThrow();
      expect(() => tuneModeOf({ ...bounds, group: 'site' }, true)).toThrow(
        /Leave --bounds or --group out/,
      );
    }
  });

  it('--confidence is refused where nothing is promised', () => {
    const same = { seed: 0, rate: 0.2, group: 'site', perGroup: 'rate' } as const;
    expect(tuneModeOf(same, true)).toBe('equal-rates');
    expect(() => tuneModeOf({ ...same, confidence: 0.9 }, true)).toThrow(/Leave --confidence out/);
    expect(tuneModeOf({ ...same, rate: undefined, maxRate: 0.2, confidence: 0.9 }, true)).toBe(
      'group-certificates',
    );
  });

  it("--per-class and --every-class are about the model's answers, one at a time", () => {
    const kept = { seed: 0, maxKeptError: 0.05 };
    for (const by of [{ perClass: true }, { everyClass: true }]) {
      expect(tuneModeOf({ ...kept, ...by }, true)).toBe('certify');
      expect(() => tuneModeOf({ seed: 0, rate: 0.2, ...by }, false)).toThrow(/need a promise/);
      expect(() => tuneModeOf({ ...kept, ...by, group: 'site' }, true)).toThrow(
        /--group about cases/,
      );
    }
    expect(() => tuneModeOf({ ...kept, perClass: true, everyClass: true }, true)).toThrow(
      /Leave one of them out/,
    );
    expect(() => tuneModeOf({ ...kept, perClass: true, bounds: true }, true)).toThrow(
      /Leave --bounds or --per-class out/,
    );
  });

  it('options that nothing listens to are refused by their names', () => {
    const set = { seed: 0, rate: 0.2 };
    const promise = { seed: 0, maxError: 0.1 };
    const refused = (flags: Parameters<typeof tuneModeOf>[0], rows: boolean) => () =>
      tuneModeOf(flags, rows);
    expect(refused({ ...set, weight: 'w' }, false)).toThrow(/--weight says how rows are read/);
    expect(refused({ ...set, costMatrix: 'c.csv' }, false)).toThrow(/--cost-matrix says how rows/);
    expect(refused({ ...set, modelCost: 'm', traffic: 't.csv' }, false)).not.toThrow();
    expect(refused({ ...set, largestWeight: 2 }, false)).toThrow(
      /--largest-weight belongs to a promise/,
    );
    expect(refused({ ...set, errorCost: 2 }, false)).toThrow(/--error-cost belongs to --max-cost/);
    expect(refused({ ...promise, errorCost: 2 }, true)).toThrow(
      /--error-cost belongs to --max-cost/,
    );
    expect(refused({ ...promise, largestCost: 2 }, true)).toThrow(/--largest-cost belongs to/);
    expect(refused({ ...promise, traffic: 't.csv' }, true)).toThrow(/--traffic sets a rate/);
    const cost = { seed: 0, maxCost: 1, errorCost: 2, largestCost: 3 };
    expect(refused(cost, true)).not.toThrow();
    expect(refused({ ...promise, largestWeight: 2, smallestPropensity: 0.1 }, true)).not.toThrow();
  });
});
