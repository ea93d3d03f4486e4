import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { area } from '../../curve/area.js';
import { deferralCurve, randomLine, valueAt } from '../../curve/curve.js';
import { stream } from '../../random/stream.js';
import type { Choice } from '../choice.js';
import { autoChoiceSentence } from './auto-choice-sentence.js';
import { ruled } from './choice-rounds.js';
import { areasOf, type Evidence, pairedError, rule, TOLERANCE } from './choice-rule.js';
import { deferredMore, places, rateWindow } from './gain-by-row.js';
import { correct } from './luck-correction.js';

const rows = fc.array(
  fc.record({
    score: fc.integer({ min: 0, max: 5 }),
    model: fc.constantFrom(0, 1),
    expert: fc.constantFrom(0, 0.5, 1),
    weight: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('an area is a mean over rows', () => {
  it('equals the area under the curve minus that of the random line, ties and weights included', () => {
    fc.assert(
      fc.property(rows, (table) => {
        const column = (key: keyof (typeof table)[0]) => Float32Array.from(table, (r) => r[key]);
        const [score, model, expert, weight] = (
          ['score', 'model', 'expert', 'weight'] as const
        ).map(column);
        const curve = deferralCurve(score, model, expert, weight);
        const line = randomLine(curve.values[0], curve.values.at(-1)!);
        const where = places(score, weight);
        let sum = 0;
        let total = 0;
        table.forEach((row, i) => {
          total += row.weight;
          sum += row.weight * (row.expert - row.model) * deferredMore(where[i], rateWindow());
        });
        expect(sum / total).toBeCloseTo(area(curve) - area(line), 10);
      }),
    );
  });

  it('near a rate it is the mean distance from the random line there, up to one row at each end', () => {
    const random = stream(3, 'window');
    const n = 2000;
    const score = Float32Array.from({ length: n }, () => random.uniform());
    const model = Float32Array.from(score, (s) => +(random.uniform() < 0.5 + s / 2));
    const expert = Float32Array.from({ length: n }, () => +(random.uniform() < 0.8));
    const curve = deferralCurve(score, model, expert);
    const line = randomLine(curve.values[0], curve.values.at(-1)!);
    const where = places(score);
    for (const near of [0, 0.05, 0.3, 1]) {
      const window = rateWindow(near);
      const sum = score.reduce(
        (total, _, i) => total + (expert[i] - model[i]) * deferredMore(where[i], window),
        0,
      );
      const steps = 4000;
      let expected = 0;
      for (let k = 0; k < steps; k++) {
        const rate = window.from + ((k + 0.5) / steps) * (window.to - window.from);
        expected += (valueAt(curve, rate) - valueAt(line, rate)) / steps;
      }
      expect(Math.abs(sum / n - expected)).toBeLessThan(2 / n);
    }
  });
});

/** Candidates whose mean areas and spread of differences are set by hand. */
function evidence(areas: readonly number[], spread: number, units = 1000): Evidence {
  return {
    names: areas.map((_, c) => `candidate ${c}`),
    // ±spread·c alternating: the difference of neighbours has standard deviation `spread`.
    sums: areas.map((area, c) =>
      Float64Array.from({ length: units }, (_, u) => area + (u % 2 ? 1 : -1) * spread * c),
    ),
    weights: new Float64Array(units).fill(1),
  };
}

describe('the rule', () => {
  const all = [0, 1, 2];
  /** What the figures below were made for. */
  const TENTH = 0.001;
  const choice = (areas: number[], spread: number) => rule(evidence(areas, spread), all, TENTH);

  it('takes the highest area where the simpler ones are clearly below', () => {
    expect(choice([0.01, 0.02, 0.05], 0.01)).toEqual({ chosen: 2, best: 2 });
  });

  it('takes the simplest that is within one standard error and the tolerance', () => {
    // One standard error between neighbours: 0.02/√1000 = 0.00063; between 0 and 2 twice that.
    expect(choice([0.0495, 0.0498, 0.05], 0.02)).toEqual({ chosen: 0, best: 2 });
    expect(choice([0.04, 0.0495, 0.05], 0.02)).toEqual({ chosen: 1, best: 2 });
  });

  it('a difference that is certain counts however small, and one that is large however uncertain', () => {
    expect(choice([0.0495, 0.0498, 0.05], 0.0001).chosen).toBe(2);
    expect(choice([0.0485, 0.0485, 0.05], 0.2).chosen).toBe(2);
  });

  it('passes over a candidate that a simpler one outdoes, though only the noisier is within the error', () => {
    // Steady, noisy, best: areas 0.0496 > 0.0494, and only the noisy one is within one error of 0.05.
    const units = 1000;
    const sums = [
      [0.0496, 0.001],
      [0.0494, 0.1],
      [0.05, 0],
    ].map(([area, spread]) =>
      Float64Array.from({ length: units }, (_, u) => area + (u % 2 ? 1 : -1) * spread),
    );
    const steadyNoisyBest = {
      names: ['steady', 'noisy', 'best'],
      sums,
      weights: new Float64Array(units).fill(1),
    };
    expect(pairedError(steadyNoisyBest, 2, 0)).toBeLessThan(0.0004);
    expect(pairedError(steadyNoisyBest, 2, 1)).toBeGreaterThan(0.0006);
    expect(rule(steadyNoisyBest, all, TENTH)).toEqual({ chosen: 2, best: 2 });
    expect(rule(steadyNoisyBest, [2, 1], TENTH).chosen).toBe(1);
  });

  it('takes the mix unless the choice leads by two errors, or the simplest of all by half of one', () => {
    const mixed = (areas: number[], spread: number) =>
      rule({ ...evidence(areas, spread), mix: 2 }, all, TOLERANCE).chosen;
    // One standard error between neighbours is 0.00063.
    expect(mixed([0.01, 0.05, 0.0489], 0.02)).toBe(2);
    expect(mixed([0.01, 0.05, 0.0485], 0.02)).toBe(1);
    // Between the simplest and the mix it is 0.0013.
    expect(mixed([0.05, 0.01, 0.0495], 0.02)).toBe(2);
    expect(mixed([0.05, 0.01, 0.0492], 0.02)).toBe(0);
  });

  it('never takes what a simpler candidate equals or beats, and always one it cannot tell from the best', () => {
    const contributions = fc
      .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 12 }))
      .chain(([candidates, units]) => {
        const list = <T>(each: fc.Arbitrary<T>, length: number) =>
          fc.array(each, { minLength: length, maxLength: length });
        return fc.record({
          sums: list(list(fc.integer({ min: -3, max: 3 }), units), candidates),
          times: list(fc.integer({ min: 0, max: 2 }), units),
          among: fc.shuffledSubarray([...Array(candidates).keys()], { minLength: 1 }),
        });
      });
    fc.assert(
      fc.property(contributions, fc.boolean(), ({ sums, times, among }, isDrawn) => {
        const world = {
          names: sums.map((_, c) => `${c}`),
          sums: sums.map((values) => Float64Array.from(values)),
          weights: new Float64Array(times.length).fill(1),
        };
        const draw = isDrawn ? times : undefined;
        const tolerance = 0.5;
        const { chosen, best } = rule(world, among, tolerance, draw);
        const areas = areasOf(world, draw);
        expect(among).toContain(chosen);
        for (const other of among) {
          expect(areas[other]).toBeLessThanOrEqual(areas[best]);
          if (other < chosen) expect(areas[other]).toBeLessThan(areas[chosen]);
        }
        const behind = areas[best] - areas[chosen];
        expect(behind).toBeLessThanOrEqual(tolerance);
        expect(behind).toBeLessThanOrEqual(pairedError(world, best, chosen, draw));
      }),
      { numRuns: 500 },
    );
  });

  it('chooses only among those still running', () => {
    expect(rule(evidence([0.05, 0.01, 0.02], 0.001), [1, 2], TOLERANCE).chosen).toBe(2);
  });

  it('the paired error is the standard deviation of the differences over √n, larger in clusters', () => {
    const random = stream(1, 'paired');
    const n = 400;
    const a = Float64Array.from({ length: n }, () => random.normal());
    const b = Float64Array.from({ length: n }, () => random.normal());
    const single = { names: ['a', 'b'], sums: [a, b], weights: new Float64Array(n).fill(1) };
    const mean = a.reduce((sum, x, i) => sum + (x - b[i]), 0) / n;
    const variance = a.reduce((sum, x, i) => sum + (x - b[i] - mean) ** 2, 0) / n;
    expect(pairedError(single, 0, 1)).toBeCloseTo(Math.sqrt(variance / n), 12);
    // Every row three times, told to be one cluster: three times the weight, no more information.
    const tripled = {
      names: single.names,
      sums: [a, b].map((sums) => sums.map((x) => 3 * x)),
      weights: single.weights.map(() => 3),
    };
    expect(pairedError(tripled, 0, 1)).toBeCloseTo(pairedError(single, 0, 1), 12);
    // A draw that takes every unit twice has half the variance.
    const twice = new Uint32Array(n).fill(2);
    expect(pairedError(single, 0, 1, twice)).toBeCloseTo(Math.sqrt(variance / n / 2), 12);
  });
});

describe('the gain corrected for having chosen', () => {
  const worlds = 60;
  const units = 300;
  /** Ten candidates that are all worth `truth`; the best looks better by luck. */
  function world(seed: number, lead: number): Evidence {
    const random = stream(seed, 'correction world');
    return {
      names: Array.from({ length: 10 }, (_, c) => `c${c}`),
      sums: Array.from({ length: 10 }, (_, c) =>
        Float64Array.from({ length: units }, () => (c === 9 ? lead : 0) + random.normal()),
      ),
      weights: new Float64Array(units).fill(1),
    };
  }
  function averages(lead: number) {
    let before = 0;
    let after = 0;
    let covered = 0;
    for (let seed = 0; seed < worlds; seed++) {
      const evidence = world(seed, lead);
      const { chosen } = rule(
        evidence,
        evidence.names.map((_, c) => c),
        TOLERANCE,
      );
      const sum = evidence.sums[chosen].reduce((total, x) => total + x, 0);
      const correction = correct(evidence, chosen, TOLERANCE, seed);
      before += sum / units / worlds;
      after += correction.overRandom / worlds;
      const truth = chosen === 9 ? 0 : lead;
      covered += +(correction.costIfWrong >= truth) / worlds;
    }
    return { before, after, covered };
  }

  it('is near nothing where no candidate is worth anything, though the winner looks good', () => {
    const { before, after } = averages(0);
    // The largest of ten standard normal means: 1.54 standard errors of 1/√300.
    expect(before).toBeGreaterThan(1.2 / Math.sqrt(units));
    const noise = 4 / Math.sqrt(units * worlds);
    expect(after).toBeLessThan(noise);
    expect(after).toBeGreaterThan(-2 * noise);
  });

  it('keeps a gain that is real, and its cost of being wrong covers the truth', () => {
    const { after, covered } = averages(0.5);
    expect(Math.abs(after - 0.5)).toBeLessThan(4 / Math.sqrt(units * worlds));
    expect(covered).toBeGreaterThan(0.9);
    expect(averages(0.1).covered).toBeGreaterThan(0.85);
  });
});

describe('where choosing costs more than it brings', () => {
  /** The simplest is worth 0.2 for sure; the nine others are lots, worth `truth` on average. */
  function lots(truth: number, units: number): Evidence {
    const random = stream(1, 'lots');
    return {
      names: Array.from({ length: 10 }, (_, c) => `c${c}`),
      sums: Array.from({ length: 10 }, (_, c) =>
        Float64Array.from({ length: units }, () => (c === 0 ? 0.2 : truth + random.normal())),
      ),
      weights: new Float64Array(units).fill(1),
    };
  }
  const all = [...Array(10).keys()];

  it('the simplest is taken, with its own gain', () => {
    const evidence = lots(0, 50);
    const plain = rule(evidence, all, TOLERANCE);
    expect(plain.chosen).toBeGreaterThan(0);
    const { chosen, best, correction } = ruled(evidence, all, TOLERANCE, 1);
    expect([chosen, best]).toEqual([0, plain.best]);
    expect(correction.overBaseline).toBeLessThan(-TOLERANCE);
    expect(correction.overRandom).toBeCloseTo(0.2, 9);
    expect(correction.costIfWrong).toBeGreaterThan(0);
  });

  it('the rule stands where the gain is real, or the loss too small to matter', () => {
    for (const evidence of [lots(0.8, 400), lots(0, 50)]) {
      const { chosen } = rule(evidence, all, TOLERANCE);
      const correction = correct(evidence, chosen, TOLERANCE, 1);
      const tolerance = Math.max(TOLERANCE, -correction.overBaseline);
      expect(ruled(evidence, all, tolerance, 1).chosen).toBe(rule(evidence, all, tolerance).chosen);
    }
  });

  it('the sentence says so, and never writes a negative number above', () => {
    const standing = (name: string, area: number, behind: number) => ({
      ...{ name, area, behind, standardError: 0.02, repeats: 3 },
    });
    const choice: Choice = {
      ...{ method: 'conf', best: 'maxprob', target: 'accuracy', near: null },
      ...{ rows: 2047, folds: 5, repeats: 3 },
      standings: [standing('maxprob', 0.05, 0), standing('conf', 0.04, 0.01)],
      gain: {
        ...{ overRandom: 0.04, correctedOverRandom: 0.04, baseline: 'conf' },
        ...{ correctedOverBaseline: -0.0129, costIfWrong: 0.03, confidence: 0.95 },
      },
    };
    expect(autoChoiceSentence(choice)).toBe(
      'auto took conf out of 2 candidates, by cross-validation on 2,047 rows. Over all rates it is 4.00 points above random hand-over. maxprob came out 1.00 points higher, but in cross-validation such a choice does 1.29 points worse than conf. So the simplest was taken. If another method is really the best, this choice costs at most 3.00 points, averaged over rates (95 % confidence).',
    );
    const small = { ...choice.gain!, correctedOverRandom: -0.002, correctedOverBaseline: -0.0005 };
    const level = autoChoiceSentence({ ...choice, method: 'maxprob', gain: small });
    expect(level).toContain(
      'it is 0.20 points below random hand-over (4.00 points before correcting for the choice) and 0.05 points below conf.',
    );
    expect(level).toContain("So small a loss against conf doesn't overrule the higher area. If");
    const names: Record<string, string> = {
      auto: 'The choice',
      conf: 'Confidence',
      maxprob: 'a mix',
    };
    const named = autoChoiceSentence(choice, (method) => names[method]);
    expect(named).toMatch(/^The choice took Confidence out of .*\. A mix came out 1\.00 points/);
    expect(named).not.toMatch(/conf\b|maxprob/);
  });
});
