/**
 * The promises of certificate.ts, kept? 1,000 simulated worlds per promise whose truth is known in
 * closed form, the least favourable ones among them (true risk exactly at the bound at the first
 * step of the walk). Printed: how often a certificate was broken, against δ. And power.
 */
import { describe, expect, it } from 'vitest';
import { simulated, worldsOf } from '../../test/simulated.js';
import { stream } from '../random/stream.js';
import { certifiedGroups, certifiedThreshold } from './certificate.js';
import { dialBounds } from './dial.js';
import { thresholdGrid } from './grid.js';
import { thresholdValue } from './stored-threshold.js';

const WORLDS = worldsOf(1000);
const DELTA = 0.1;
/** A true share of δ shows up as more than this in one run of a thousand. */
const MOST = DELTA + 3.1 * Math.sqrt((DELTA * (1 - DELTA)) / WORLDS);

/** u uniform; model right with probability m0 + m1·u, expert with e0 + e1·u. */
interface World {
  readonly m0: number;
  readonly m1: number;
  readonly e0: number;
  readonly e1: number;
}
const TYPICAL: World = { m0: 0.6, m1: 0.39, e0: 0.9, e1: -0.05 };
const NO_GAIN: World = { m0: 0.6, m1: 0.3, e0: 0.6, e1: 0.3 };

const errorAt = ({ m0, m1, e0, e1 }: World, t: number) =>
  1 - (e0 * t + (e1 * t * t) / 2 + m0 * (1 - t) + (m1 * (1 - t * t)) / 2);
const gainAt = (world: World, t: number) => errorAt(world, 0) - errorAt(world, t);
const clamp = (t: number) => Math.min(1, Math.max(0, t));

function draw(world: World, n: number, seed: number, copies = 1) {
  const random = stream(seed, 'rows');
  const scores = new Float64Array(n);
  const modelValue = new Float64Array(n);
  const expertValue = new Float64Array(n);
  const clusters = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    clusters[i] = Math.floor(i / copies);
    if (i % copies > 0) {
      // Rows of one cluster are copies: as dependent as rows can be.
      scores[i] = scores[i - 1];
      modelValue[i] = modelValue[i - 1];
      expertValue[i] = expertValue[i - 1];
      continue;
    }
    const u = random.uniform();
    scores[i] = u;
    modelValue[i] = random.uniform() < world.m0 + world.m1 * u ? 1 : 0;
    expertValue[i] = random.uniform() < world.e0 + world.e1 * u ? 1 : 0;
  }
  return { scores, modelValue, expertValue, clusters };
}

const gridOf = (world: World, seed: number) => thresholdGrid(draw(world, 2000, 1_000_000 + seed));
const startOf = (grid: ReturnType<typeof gridOf>) => clamp(thresholdValue(grid.thresholds[0]));

/** The expert's answer costs (0.4 + 0.6·u)·v, v uniform; the model's, where it costs, MODEL_COST·v. */
const spendingAt = (t: number) => 0.2 * t + 0.15 * t * t;
const MODEL_COST = 0.2;

/** Scaled by the largest cost there can be. */
function spend(
  seed: number,
  grid: ReturnType<typeof gridOf>,
  budget: number,
  modelCost: number,
  n = 1000,
) {
  const { scores } = draw(TYPICAL, n, seed);
  const random = stream(seed, 'costs');
  const kept = scores.map(() => modelCost * random.uniform());
  const handed = kept.map((cost, i) => cost + (0.4 + 0.6 * scores[i]) * random.uniform());
  const largest = 1 + modelCost;
  return certifiedThreshold({
    grid,
    rows: {
      scores,
      modelValue: kept.map((cost) => 1 - cost / largest),
      expertValue: handed.map((cost) => 1 - cost / largest),
    },
    promises: { maxError: budget / largest },
    confidence,
    seed,
    walk: 'up',
    startsKept: modelCost === 0,
  });
}

const sim = simulated('certificate');

/** Exact tests must not be wasteful either: `floor` is the least share that is broken. */
function share(name: string, broken: (seed: number) => boolean, floor = 0): void {
  expect(sim.broken(name, WORLDS, broken, DELTA)).toBeGreaterThanOrEqual(floor);
}

const confidence = 1 - DELTA;

describe('certificates are broken no more often than δ', () => {
  it('max error, least favourable: exactly at the bound at the first step', () => {
    share(
      'max error, first step at the bound, n = 1000',
      (seed) => {
        const grid = gridOf(TYPICAL, seed);
        const maxError = errorAt(TYPICAL, startOf(grid)) - 1e-9;
        const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
        return (
          certifiedThreshold({ grid, rows, promises: { maxError }, confidence, seed }) !== null
        );
      },
      DELTA / 2,
    );
  });

  it('max error, a bound that is kept for a while', () => {
    share('max error 0.15, a fault further down the walk, n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
      const found = certifiedThreshold({
        grid,
        rows,
        promises: { maxError: 0.15 },
        confidence,
        seed,
      });
      return found !== null && errorAt(TYPICAL, clamp(found)) > 0.15;
    });
  });

  it('max rate', () => {
    share(
      'max rate 0.2, n = 1000',
      (seed) => {
        const grid = gridOf(TYPICAL, seed);
        const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
        const found = certifiedThreshold({
          grid,
          rows,
          promises: { maxRate: 0.2 },
          confidence,
          seed,
        });
        return found! > 0.2;
      },
      DELTA / 2,
    );
  });

  it('min gain 0, least favourable: no gain anywhere', () => {
    share(
      'min gain 0, no gain at any rate, n = 1000',
      (seed) => {
        const grid = gridOf(NO_GAIN, seed);
        const rows = { ...draw(NO_GAIN, 1000, seed), clusters: undefined };
        return (
          certifiedThreshold({ grid, rows, promises: { minGain: 0 }, confidence, seed }) !== null
        );
      },
      DELTA / 3,
    );
  });

  it('min gain above 0, least favourable', () => {
    share('min gain, first step at the bound (betting), n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const minGain = gainAt(TYPICAL, startOf(grid)) + 1e-9;
      const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
      return certifiedThreshold({ grid, rows, promises: { minGain }, confidence, seed }) !== null;
    });
  });

  it('several promises at once', () => {
    share('error, rate and gain together, error at the bound, n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
      const most = 0.6 - 3 * Math.sqrt((0.6 * 0.4) / 1000);
      const start = clamp(
        thresholdValue(grid.thresholds[grid.rates.findIndex((rate) => rate <= most)]),
      );
      const maxError = errorAt(TYPICAL, start) - 1e-9;
      const promises = { maxError, maxRate: 0.6, minGain: 0.01 };
      return certifiedThreshold({ grid, rows, promises, confidence, seed }) !== null;
    });
  });

  it('clusters of four identical rows', () => {
    share('max error with clusters of 4 copies (betting), n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const maxError = errorAt(TYPICAL, startOf(grid)) - 1e-9;
      const rows = draw(TYPICAL, 1000, seed, 4);
      return certifiedThreshold({ grid, rows, promises: { maxError }, confidence, seed }) !== null;
    });
  });

  it('and without naming the clusters the promise would not be kept (the test can fail)', () => {
    let broken = 0;
    for (let seed = 0; seed < 500; seed++) {
      const grid = gridOf(TYPICAL, seed);
      const maxError = errorAt(TYPICAL, startOf(grid)) - 1e-9;
      const rows = { ...draw(TYPICAL, 1000, seed, 4), clusters: undefined };
      if (certifiedThreshold({ grid, rows, promises: { maxError }, confidence, seed }) !== null)
        broken++;
    }
    sim.keep({
      ...{ table: 'promises', world: 'the same rows, clusters **not** named: the promise is void' },
      ...{ count: broken, worlds: 500, promised: DELTA },
    });
    expect(broken / 500).toBeGreaterThan(0.15);
  });

  it.each([
    ['', undefined],
    [', the smallest declared', 0.3],
  ])('missing expert labels with propensities%s', (name, smallestPropensity) => {
    const broken = (promise: 'maxError' | 'minGain') => (seed: number) => {
      const grid = gridOf(TYPICAL, seed);
      const start = startOf(grid);
      const error = errorAt(TYPICAL, start);
      const promises =
        promise === 'maxError'
          ? { maxError: error - 1e-9 }
          : { minGain: errorAt(TYPICAL, 0) - error + 1e-9 };
      const rows = draw(TYPICAL, 1000, seed);
      const random = stream(seed, 'asked');
      const propensity = rows.scores.map((u) => (u < 0.4 ? 0.9 : 0.3));
      const expertValue = rows.expertValue.map((right, i) =>
        random.uniform() < propensity[i] ? right : NaN,
      );
      const asked = { ...rows, clusters: undefined, expertValue, propensity, smallestPropensity };
      return certifiedThreshold({ grid, rows: asked, promises, confidence, seed }) !== null;
    };
    share(
      `max error, expert labels asked for with p = 0.9 or 0.3 (betting)${name}, n = 1000`,
      broken('maxError'),
    );
    share(
      `min gain, expert labels asked for with p = 0.9 or 0.3 (betting)${name}, n = 1000`,
      broken('minGain'),
    );
  });

  it('a budget, least favourable: exactly at the bound at a step of the walk up', () => {
    share('budget, spending at the bound in the middle of the walk (betting), n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const middle = clamp(thresholdValue(grid.thresholds[grid.thresholds.length >> 1]));
      const found = spend(seed, grid, spendingAt(middle) - 1e-9, 0);
      return found! >= middle;
    });
    share("budget, at the bound with the model's answers alone (betting), n = 1000", (seed) => {
      const grid = gridOf(TYPICAL, seed);
      return spend(seed, grid, MODEL_COST / 2 - 1e-9, MODEL_COST) !== null;
    });
  });

  it('groups, a common threshold', () => {
    share('two groups, one at the bound and one safe, n = 1000', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const maxError = errorAt(TYPICAL, startOf(grid)) - 1e-9;
      const hard = draw(TYPICAL, 500, seed);
      const easy = draw({ m0: 0.95, m1: 0.04, e0: 0.98, e1: 0 }, 500, 5_000_000 + seed);
      const join = (a: Float64Array, b: Float64Array) => Float64Array.from([...a, ...b]);
      const rows = {
        scores: join(hard.scores, easy.scores),
        modelValue: join(hard.modelValue, easy.modelValue),
        expertValue: join(hard.expertValue, easy.expertValue),
      };
      const groups = Float64Array.from({ length: 1000 }, (_, i) => (i < 500 ? 0 : 1));
      return (
        certifiedThreshold({ grid, rows, promises: { maxError }, groups, confidence, seed }) !==
        null
      );
    });
  });

  it('groups, own thresholds', () => {
    share('three groups with own thresholds, all at the bound, n = 1500', (seed) => {
      const grid = gridOf(TYPICAL, seed);
      const maxError = errorAt(TYPICAL, startOf(grid)) - 1e-9;
      const rows = { ...draw(TYPICAL, 1500, seed), clusters: undefined };
      const groups = Float64Array.from({ length: 1500 }, (_, i) => i % 3);
      const own = certifiedGroups({ grid, rows, promises: { maxError }, groups, confidence, seed });
      return [...own.values()].some((found) => found !== null);
    });
  });

  it('the dial: any bound of a kind wrong anywhere', () => {
    const wrong = { error: 0, rate: 0, gain: 0, 'kept error': 0 };
    const keptErrorAt = (t: number) => (t >= 1 ? 0 : 1 - TYPICAL.m0 - (TYPICAL.m1 * (1 + t)) / 2);
    for (let seed = 0; seed < WORLDS; seed++) {
      const grid = gridOf(TYPICAL, seed);
      const rows = { ...draw(TYPICAL, 1000, seed), clusters: undefined };
      const { points } = dialBounds(grid, rows, confidence);
      const truths = points.map(({ threshold }) => clamp(thresholdValue(threshold)));
      if (points.some((p, k) => errorAt(TYPICAL, truths[k]) > p.errorAtMost)) wrong.error++;
      if (points.some((p, k) => truths[k] > p.rateAtMost)) wrong.rate++;
      if (points.some((p, k) => gainAt(TYPICAL, truths[k]) < p.gainAtLeast)) wrong.gain++;
      if (points.some((p, k) => keptErrorAt(truths[k]) > p.keptErrorAtMost!)) wrong['kept error']++;
    }
    for (const [kind, count] of Object.entries(wrong)) {
      sim.keep({
        ...{
          table: 'promises',
          world: `bounds at 50 thresholds at once: some bound of ${kind} wrong`,
        },
        ...{ count, worlds: WORLDS, promised: DELTA },
      });
      expect(count / WORLDS).toBeLessThanOrEqual(MOST);
    }
  });
});

describe('power', () => {
  it('at n = 5,000 a certified budget is nearly spent', () => {
    const budget = spendingAt(0.3);
    let spent = 0;
    for (let seed = 0; seed < 500; seed++) {
      const grid = gridOf(TYPICAL, seed);
      spent += spendingAt(clamp(spend(seed, grid, budget, 0, 5000)!)) / budget / 500;
    }
    console.log(
      `power, a budget at δ = 10 %, n = 5000: ${(100 * spent).toFixed(1)} % of it is spent on average over 500 worlds`,
    );
    expect(spent).toBeGreaterThan(0.85);
  });

  it('at n = 5,000 the certified rate is at most a grid step above what the margin allows', () => {
    const n = 5000;
    const [maxError, delta] = [0.15, 0.05];
    const aim = maxError - 2.5 * Math.sqrt((maxError * (1 - maxError)) / n);
    // The rate at which the true error falls to the aim, by bisection on its falling branch.
    let low = 0;
    let high = 0.6;
    while (high - low > 1e-9) {
      const middle = (low + high) / 2;
      if (errorAt(TYPICAL, middle) > aim) low = middle;
      else high = middle;
    }
    let reached = 0;
    for (let seed = 0; seed < WORLDS; seed++) {
      const grid = gridOf(TYPICAL, seed);
      const rows = { ...draw(TYPICAL, n, seed), clusters: undefined };
      const found = certifiedThreshold({
        grid,
        rows,
        promises: { maxError },
        confidence: 1 - delta,
        seed,
      });
      const step = grid.rates[0] - grid.rates[1];
      if (found !== null && found <= high + step) reached++;
    }
    sim.keep({
      table: 'power',
      world:
        'max error 0.15 at δ = 5 %, n = 5,000: the rate is within a grid step of where the true error is a − 2.5√(a(1−a)/n)',
      ...{ count: reached, worlds: WORLDS },
    });
    expect(reached / WORLDS).toBeGreaterThanOrEqual(0.8);
  });
});
