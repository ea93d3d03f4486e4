/**
 * Worlds in which promises were broken while ranges were looked up in the certifying rows (52 % with
 * rare costs, 33 to 37 % with rare large clusters, 44 and 56 % with known propensities), at δ = 10 %.
 * Least favourable: the truth is exactly at the bound.
 */
import { describe, it } from 'vitest';
import { propensityRows } from '../../test/propensity-rows.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { type Stream, stream } from '../random/stream.js';
import { certify } from './certificate.js';
import { contradictions } from './contradiction.js';
import type { Grid } from './grid.js';
import { harmTest } from './harm.js';

const WORLDS = worldsOf(1000);
const DELTA = 0.1;
const confidence = 1 - DELTA;
const N = 300;
const EVERYTHING: Grid = { thresholds: ['inf', '-inf'], rates: [1, 0] };

const sim = simulated('range');
const broken = (name: string, isBroken: (seed: number) => boolean) =>
  sim.broken(name, WORLDS, isBroken, DELTA);

const rare = (random: Stream) => (random.uniform() < 0.002 ? 500 : 1);
const pareto = (random: Stream) => (1 - random.uniform()) ** (-1 / 1.2);

function budget(
  costs: Float64Array,
  range: { largest: number; by: 'declared' | 'fitting' },
  promised: number,
) {
  const nothing = new Float64Array(costs.length);
  return certify({
    grid: EVERYTHING,
    rows: {
      scores: nothing,
      modelValue: nothing,
      expertValue: nothing,
      spending: { kept: nothing, handed: costs, range },
    },
    promises: { budget: promised },
    confidence,
    walk: 'up',
    startsKept: true,
  });
}
const draw = (cost: (random: Stream) => number, rows: number, seed: number, name: string) => {
  const random = stream(seed, name);
  return Float64Array.from({ length: rows }, () => cost(random));
};
const largestOf = (values: Float64Array) => values.reduce((top, value) => Math.max(top, value), 0);

describe('budgets', () => {
  it('a cost of 1, or 500 with probability 0.002: declared', () => {
    const mean = 0.998 + 500 * 0.002;
    broken('cost 500 with probability 0.002, largest declared, n = 300', (seed) => {
      const costs = draw(rare, N, seed, 'costs');
      return budget(costs, { largest: 500, by: 'declared' }, mean - 1e-9).threshold === 'inf';
    });
  });

  /** The narrower promise: the mean of costs up to B, and how often they lie above. */
  const narrower = (
    name: string,
    cost: (random: Stream) => number,
    cutMean: (largest: number) => number,
    above: (largest: number) => number,
  ) =>
    broken(name, (seed) => {
      const largest = largestOf(draw(cost, 300, seed, 'fitting costs'));
      const costs = draw(cost, N, seed, 'costs');
      const found = budget(costs, { largest, by: 'fitting' }, cutMean(largest) * (1 - 1e-9));
      return found.threshold === 'inf' || above(largest) > found.shareAbove!;
    });

  it('the same, not declared', () => {
    narrower(
      'cost 500 with probability 0.002, cut off at the fitting rows, n = 300',
      rare,
      (largest) => (largest === 500 ? 1.998 : 1 - 1e-12),
      (largest) => (largest === 500 ? 0 : 0.002),
    );
  });

  it('Pareto(1.2), not declared', () => {
    narrower(
      'Pareto(1.2) costs, cut off at the fitting rows, n = 300',
      pareto,
      // ∫ P(cost > x) dx up to B: 1 + (1 − B^−0.2) / 0.2.
      (largest) => 1 + (1 - largest ** -0.2) / 0.2,
      (largest) => largest ** -1.2,
    );
  });
});

describe('rare large clusters', () => {
  for (const [chance, size] of [
    [0.005, 50],
    [0.002, 100],
  ]) {
    const world = (seed: number) => {
      const random = stream(seed, 'clusters');
      const clusters: number[] = [];
      const value: number[] = [];
      for (let c = 0; c < N; c++) {
        const large = random.uniform() < chance;
        // A large cluster is all wrong, a small one in a tenth of cases.
        const right = large ? 0 : random.uniform() < 0.9 ? 1 : 0;
        for (let i = 0; i < (large ? size : 1); i++) {
          clusters.push(c);
          value.push(right);
        }
      }
      return { scores: value, modelValue: value, expertValue: value, clusters };
    };
    it(`probability ${chance}, ${size} rows`, () => {
      broken(`clusters of ${size} rows with probability ${chance}, each counts once`, (seed) => {
        const maxError = 0.1 * (1 - chance) + chance - 1e-9;
        return certify({
          grid: EVERYTHING,
          rows: world(seed),
          promises: { maxError },
          confidence,
          seed,
        }).feasible;
      });
      broken(`clusters of ${size} rows with probability ${chance}, largest declared`, (seed) => {
        const wrong = 0.1 * (1 - chance) + chance * size;
        const maxError = wrong / (1 - chance + chance * size) - 1e-9;
        const rows = { ...world(seed), largestCluster: size };
        return certify({ grid: EVERYTHING, rows, promises: { maxError }, confidence, seed })
          .feasible;
      });
    });
  }
});

describe('known propensities: a fifth of the rows asked with p = 0.02, n = 200', () => {
  const world = (seed: number) => propensityRows(stream(seed, 'propensities'));

  it('a promise that is kept is seldom called contradicted', () => {
    const kept = certify({
      grid: EVERYTHING,
      rows: { scores: [0], modelValue: [1], expertValue: [1] },
      promises: { maxError: 0.99 },
    });
    const promised = {
      ...kept,
      threshold: 'inf' as const,
      promises: { maxError: 0.2, minGain: 0 },
      confidence,
    };
    broken('kept certificate called contradicted', (seed) =>
      contradictions(promised, world(seed)).some(({ contradicted }) => contradicted),
    );
  });

  it('no harm is seldom called harm', () => {
    const share = new Float64Array(200).fill(1);
    broken(
      'harm warned of at a true gain of 0',
      (seed) => harmTest({ ...world(seed), share }, DELTA) <= DELTA,
    );
  });
});
