import { band, bootstrapCurves, deferralCurve, stream, valueAt } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { CONFIDENCE, GRID } from './along-grid.js';
import { beatenBySimpler, confidenceRival, overRandom } from './rival.js';

const ROWS = 400;

/** The expert puts right what the model gets wrong in the lowest fifth, and spoils the rest. */
function world(noise: number) {
  const random = stream(3, 'rival');
  const easy = Float64Array.from({ length: ROWS }, (_, i) => i / ROWS);
  const model = easy.map((u) => (random.uniform() < (u < 0.2 ? 0.3 : 0.95) ? 1 : 0));
  const expert = easy.map((u) => (random.uniform() < (u < 0.2 ? 0.9 : 0.6) ? 1 : 0));
  const conf = easy.map((u) => u + noise * random.normal());
  const methods = [
    { name: 'linear', scores: [easy] },
    { name: 'conf', scores: [conf] },
  ];
  const replicates = bootstrapCurves({
    modelValue: model,
    expertValue: expert,
    methods,
    rates: GRID,
    resamples: 200,
    seed: 0,
  });
  const at = GRID.indexOf(0.2);
  const value = valueAt(deferralCurve(easy, model, expert), 0.2);
  const curve = deferralCurve(conf, model, expert);
  const rival = (scale: number) => confidenceRival(replicates, 'linear', at, curve, value, scale);
  return { replicates, at, value, curve, rival };
}

describe('confidence beside the method of the finding', () => {
  it('has the paired interval at the same rate, in the unit of the report', () => {
    const { replicates, at, rival } = world(0.5);
    const paired = band(replicates, 'linear', 'conf', CONFIDENCE);
    const { difference } = rival(100);
    expect(difference.estimate).toBeCloseTo(100 * paired.estimate[at], 9);
    expect(difference.lower).toBeCloseTo(100 * paired.lower[at], 9);
    expect(difference.upper).toBeCloseTo(100 * paired.upper[at], 9);
    expect(difference.lower).toBeGreaterThan(0); // half noise: really worse
    // A loss is minus the value: the ends change places.
    expect(rival(-1).difference.lower).toBeCloseTo(-paired.upper[at], 12);
    expect(rival(-1).difference.upper).toBeCloseTo(-paired.lower[at], 12);
  });

  it('where it never gets there, looks at its best rate too', () => {
    const { rival, curve, value } = world(0.5);
    const { rate, best } = rival(100);
    expect(rate).toBeNull();
    const values = GRID.map((each) => valueAt(curve, each));
    const top = values.indexOf(Math.max(...values));
    expect(best!.rate).toBe(GRID[top]);
    expect(best!.difference.estimate).toBeCloseTo(100 * (value - values[top]), 6);
    expect(best!.difference.lower).toBeLessThan(best!.difference.estimate);
  });

  it('has the paired interval against random, and nothing where the two curves meet', () => {
    const { replicates, at } = world(0);
    const paired = band(replicates, 'linear', 'random', CONFIDENCE);
    const over = overRandom(replicates, 'linear', at, 100);
    expect(over.estimate).toBeCloseTo(100 * paired.estimate[at], 9);
    expect(over.lower).toBeCloseTo(100 * paired.lower[at], 9);
    expect(over.upper).toBeCloseTo(100 * paired.upper[at], 9);
    for (const end of [0, 100])
      expect(overRandom(replicates, 'linear', end, 100)).toEqual({
        estimate: 0,
        lower: 0,
        upper: 0,
      });
  });

  it('knows when something simpler is not behind', () => {
    const ends = (lower: number, upper: number) => ({ estimate: 0, lower, upper });
    const rival = (lower: number, upper: number) => ({
      ...{ method: 'conf', phrase: 'confidence', rate: null },
      difference: ends(lower, upper),
    });
    const [above, open, below] = [[1, 2] as const, [-1, 1] as const, [-2, -1] as const];
    expect(beatenBySimpler({ overRandom: ends(...above), rival: rival(...open) }, 100)).toBe(false);
    expect(beatenBySimpler({ overRandom: ends(...above), rival: rival(...below) }, 100)).toBe(true);
    expect(beatenBySimpler({ overRandom: ends(...open) }, 100)).toBe(true);
    // Of losses less is better.
    expect(beatenBySimpler({ overRandom: ends(...below), rival: rival(...open) }, -1)).toBe(false);
    expect(beatenBySimpler({ overRandom: ends(...below), rival: rival(...above) }, -1)).toBe(true);
    expect(beatenBySimpler({ overRandom: ends(...above) }, -1)).toBe(true);
    expect(beatenBySimpler({}, 100)).toBe(false);
  });

  it('holds 0 where confidence ranks the same', () => {
    const { difference, best } = world(0).rival(100);
    expect(difference).toEqual({ estimate: 0, lower: 0, upper: 0 });
    expect(best).toBeUndefined();
  });
});
