import { band, bootstrapCurves, deferralCurve, stream, valueAt } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { CONFIDENCE, GRID } from '../curves/bands.js';
import { beatenBySimpler, clearlyAhead, confidenceRival, othersThan, overRandom } from './rival.js';

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
  const replicates = bootstrapCurves(
    { modelValue: model, expertValue: expert, methods, rates: GRID },
    { resamples: 200, seed: 0 },
  );
  const at = GRID.indexOf(0.2);
  const value = valueAt(deferralCurve(easy, model, expert), 0.2);
  const curve = deferralCurve(conf, model, expert);
  const rival = confidenceRival(replicates, 'linear', at, curve, value);
  return { replicates, at, value, curve, rival };
}

describe('confidence beside the method of the finding', () => {
  it('has the paired interval at the same rate', () => {
    const { replicates, at, rival } = world(0.5);
    const paired = band(replicates, 'linear', 'conf', CONFIDENCE);
    const { difference } = rival;
    expect(difference.estimate).toBeCloseTo(paired.estimate[at], 9);
    expect(difference.lower).toBeCloseTo(paired.lower[at], 9);
    expect(difference.upper).toBeCloseTo(paired.upper[at], 9);
    expect(difference.lower).toBeGreaterThan(0); // half noise: really worse
  });

  it('where it never gets there, looks at its best rate too', () => {
    const { rival, curve, value } = world(0.5);
    const { at, best } = rival;
    expect(at).toBeNull();
    const values = GRID.map((each) => valueAt(curve, each));
    const top = values.indexOf(Math.max(...values));
    expect(best!.at).toBe(GRID[top]);
    expect(best!.difference.estimate).toBeCloseTo(value - values[top], 6);
    expect(best!.difference.lower).toBeLessThan(best!.difference.estimate);
  });

  it('has the paired interval against random, and nothing where the two curves meet', () => {
    const { replicates, at } = world(0);
    const paired = band(replicates, 'linear', 'random', CONFIDENCE);
    const over = overRandom(replicates, 'linear', at);
    expect(over.estimate).toBeCloseTo(paired.estimate[at], 9);
    expect(over.lower).toBeCloseTo(paired.lower[at], 9);
    expect(over.upper).toBeCloseTo(paired.upper[at], 9);
    for (const end of [0, 100])
      expect(overRandom(replicates, 'linear', end)).toEqual({
        estimate: 0,
        lower: 0,
        upper: 0,
      });
  });

  it('knows when something simpler is not behind', () => {
    const ends = (lower: number, upper: number) => ({ estimate: 0, lower, upper });
    const rival = (lower: number, upper: number) => ({
      at: null,
      difference: ends(lower, upper),
    });
    const [above, open, below] = [[1, 2] as const, [-1, 1] as const, [-2, -1] as const];
    expect(beatenBySimpler({ overRandom: ends(...above), overConfidence: rival(...open) })).toBe(
      false,
    );
    expect(beatenBySimpler({ overRandom: ends(...above), overConfidence: rival(...below) })).toBe(
      true,
    );
    expect(beatenBySimpler({ overRandom: ends(...open) })).toBe(true);
    expect(beatenBySimpler({})).toBe(false);
  });

  it('holds 0 where confidence ranks the same', () => {
    const { difference, best } = world(0).rival;
    expect(difference).toEqual({ estimate: 0, lower: 0, upper: 0 });
    expect(best).toBeUndefined();
  });
});

describe('another method of the table', () => {
  const rows = 1000;
  const at = GRID.indexOf(0.2);
  /** One score of each noise: 0 knows who is better. */
  function methodsWith(noises: Record<string, number>, seed: number, rates = GRID) {
    const random = stream(seed, 'ahead');
    const draw = (share: number) =>
      Float64Array.from({ length: rows }, () => Number(random.uniform() < share));
    const [model, expert] = [draw(0.8), draw(0.8)];
    const methods = Object.entries(noises).map(([name, noise]) => ({
      name,
      scores: [model.map((right, i) => right - expert[i] + noise * random.normal())],
    }));
    const replicates = bootstrapCurves(
      { modelValue: model, expertValue: expert, methods, rates },
      { resamples: 200, seed: 0 },
    );
    return { replicates, others: othersThan('linear', Object.keys(noises)) };
  }

  it('is named where it is far ahead, with an interval that holds for all others at once', () => {
    const noises = { linear: 3, conf: 0.1, diff01: 2, maxprob: 0.5, 'two-stage': 1 };
    const { replicates, others } = methodsWith(noises, 1);
    expect(others).toEqual(['diff01', 'maxprob', 'two-stage']);
    const ahead = clearlyAhead(replicates, 'linear', at, others)!;
    expect(ahead).toMatchObject({ method: 'maxprob', among: 3 });
    const alone = band(replicates, 'maxprob', 'linear', CONFIDENCE);
    expect(ahead.value).toBeCloseTo(replicates.estimate.get('maxprob')![at], 9);
    expect(ahead.difference.estimate).toBeCloseTo(alone.estimate[at], 9);
    // Wider than for one method that was named beforehand, but no less sure.
    expect(ahead.difference.lower).toBeLessThan(alone.lower[at]);
    expect(ahead.difference.lower).toBeGreaterThan(0);
    expect(ahead.difference.upper).toBeGreaterThan(alone.upper[at]);
  });

  it('is not named where it is behind, or only luckier', () => {
    const { replicates } = methodsWith({ linear: 0.5, diff01: 3, maxprob: 2 }, 2);
    expect(clearlyAhead(replicates, 'linear', at, ['diff01', 'maxprob'])).toBeUndefined();
    expect(clearlyAhead(replicates, 'linear', at, [])).toBeUndefined();
    // Eight that are all alike: one of them looks better in most worlds, and is named in few.
    const names = Array.from({ length: 7 }, (_, k) => `m${k}`);
    const alike = Object.fromEntries(['linear', ...names].map((name) => [name, 2]));
    let [named, apart] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      // One rate is looked at, so one is drawn.
      const world = methodsWith(alike, seed, [GRID[at]]);
      if (clearlyAhead(world.replicates, 'linear', 0, world.others)) named++;
      if (names.some((name) => band(world.replicates, name, 'linear').lower[0] > 0)) apart++;
    }
    expect(apart).toBeGreaterThan(named); // what looking without paying would have named
    expect(named).toBeLessThanOrEqual(3);
  });

  it('is auto where auto took it', () => {
    const { replicates, others } = methodsWith({ linear: 3, diff01: 0.5 }, 1);
    for (const part of [replicates.estimate, replicates.draws] as Map<string, Float64Array>[])
      part.set('auto', part.get('diff01')!);
    const ahead = clearlyAhead(replicates, 'linear', at, [...others, 'auto']);
    expect(ahead!.method).toBe('auto');
  });
});
