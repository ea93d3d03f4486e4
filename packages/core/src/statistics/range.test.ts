import { describe, expect, it } from 'vitest';
import { ANSWERED_WORLDS, answeredCoverage } from '../../test/answered-worlds.js';
import { propensityRows } from '../../test/propensity-rows.js';
import { stream } from '../random/stream.js';
import { answeredMean, answeredOutcome, heaviestAnswer } from './answered-rows.js';
import { bets } from './betting.js';
import { upperProportion } from './binomial.js';
import { certify } from './certificate.js';
import { type CertifyingRows, outcomeAt, prepareRows } from './certifying-rows.js';
import { contradictions } from './contradiction.js';
import type { Grid } from './grid.js';
import { harmTest } from './harm.js';

const EVERYTHING: Grid = { thresholds: ['inf', '-inf'], rates: [1, 0] };

function spendingRows(
  costs: readonly number[],
  by: 'declared' | 'fitting',
  largest: number,
): CertifyingRows {
  const n = costs.length;
  const nothing = new Float64Array(n);
  return {
    scores: nothing,
    modelValue: nothing,
    expertValue: nothing,
    spending: { kept: nothing, handed: costs, range: { largest, by } },
  };
}
const budgetOf = (rows: CertifyingRows, budget: number) =>
  certify({
    grid: EVERYTHING,
    rows,
    promises: { budget },
    confidence: 0.9,
    walk: 'up',
    startsKept: true,
  });

describe('a number as large as declared', () => {
  it('is not above it for being held in 32 bits, alone or in a cluster', () => {
    // 0.003 and 0.1 are a little larger as a 32-bit number.
    expect(Math.fround(0.003)).toBeGreaterThan(0.003 * (1 + 1e-12));
    const costs = new Float32Array(50).fill(0.003);
    expect(budgetOf(spendingRows(costs as never, 'declared', 0.003), 0.0029).rows).toBe(50);
    const more = spendingRows([...costs, 0.00301], 'declared', 0.003);
    expect(() => budgetOf(more, 0.0029)).toThrow(/found 0\.00301, above the largest declared/);
    const tenths = { weight: new Float32Array(50).fill(0.1), largestCluster: 1 };
    const clusters = Float64Array.from(costs, (_, i) => Math.floor(i / 10));
    const inClusters = { ...spendingRows(costs as never, 'declared', 0.003), ...tenths, clusters };
    expect(budgetOf(inClusters, 0.0029).rows).toBe(50);
  });
});

describe('ranges are declared, never looked up in the rows that are tested', () => {
  const cheap = new Array(300).fill(1);

  it('300 rows of cost 1 certify nothing near 1 where a cost of 500 is possible', () => {
    expect(budgetOf(spendingRows(cheap, 'declared', 500), 1.5).threshold).toBe('-inf');
    expect(budgetOf(spendingRows(cheap, 'declared', 1.2), 1.1).threshold).toBe('inf');
  });

  it('a row above a declared bound is an error, and says which', () => {
    const rows = spendingRows([1, 2, 7], 'declared', 5);
    expect(() => budgetOf(rows, 3)).toThrow('row 3: found 7, above the largest declared (5)');
  });

  it('a bound from the fitting rows narrows the promise: costs up to it, and how often above', () => {
    const costs = [...new Array(297).fill(1), 40, 80, 5000];
    const found = budgetOf(spendingRows(costs, 'fitting', 50), 10);
    expect(found.threshold).toBe('inf');
    // Two of 300 lie above, at a tenth of δ = 10 %.
    expect(found.shareAbove).toBeCloseTo(upperProportion(2, 300, 0.01), 12);
    const plain = budgetOf(spendingRows(cheap, 'declared', 50), 10);
    expect(plain.shareAbove).toBeUndefined();
  });

  it('clusters without a declared size count once each', () => {
    const values = [1, 1, 1, 1, 0];
    const clusters = [0, 0, 0, 0, 1];
    expect([...bets({ values, low: 0, clusters }, 0.5)]).toEqual([1, -1]);
    expect([...bets({ values, low: 0, clusters, largestWeight: 5 }, 0.5)]).toEqual([0.8, -0.2]);
    expect(() => bets({ values, low: 0, clusters, largestWeight: 3 }, 0.5)).toThrow(
      'clusters: found one of 4 rows, above the largest declared (3)',
    );
    const rows = { scores: values, modelValue: values, expertValue: values, clusters };
    const promises = { maxError: 0.9 };
    expect(certify({ grid: EVERYTHING, rows, promises }).counts).toBe('clusters');
    const declared = certify({ grid: EVERYTHING, rows: { ...rows, largestCluster: 9 }, promises });
    expect(declared.counts).toBeUndefined();
  });

  it('weights need a range', () => {
    const weight = [1, 2, 1];
    const rows = { scores: weight, modelValue: [1, 0, 1], expertValue: [1, 1, 1], weight };
    const promises = { maxError: 0.9 };
    expect(() => certify({ grid: EVERYTHING, rows, promises })).toThrow(
      'Declare the largest weight',
    );
    expect(() => bets({ values: [1, 1], low: 0, weight: [1, 1] }, 0.5)).toThrow('how large');
    const by = 'fitting' as const;
    const cut = prepareRows({ ...rows, weightRange: { largest: 1.5, by } });
    expect([...(cut.weight as Float64Array)]).toEqual([1, 1.5, 1]);
    expect([...cut.above!]).toEqual([0, 1, 0]);
  });
});

describe('known propensities', () => {
  const base = {
    scores: [0, 0, 0, 0, 9],
    modelValue: [1, 0, 0, 1, 1],
    expertValue: [1, 1, 0, Number.NaN, 1],
    propensity: [0.1, 0.5, 0.9, 0.1, 0.3],
  };

  it('are used as they are, and one below the smallest declared is refused', () => {
    expect([...prepareRows(base).inverse!]).toEqual([10, 2, 1 / 0.9, 0, 1 / 0.3]);
    expect(prepareRows(base).largestInverse).toBe(50);
    expect(() => prepareRows({ ...base, smallestPropensity: 0.2 })).toThrow(
      'row 1: found the propensity 0.1, below the smallest declared (0.2)',
    );
    expect(() => prepareRows({ ...base, propensity: [0.001, 1, 1, 1, 1] })).toThrow('0.02');
    expect(
      prepareRows({ ...base, propensity: [0.001, 1, 1, 1, 1], smallestPropensity: 0.001 })
        .inverse![0],
    ).toBe(1000);
  });

  it('give normalised shares, inside [0, 1]', () => {
    const { error, gain, rate } = outcomeAt(prepareRows(base), 1);
    // Four rows handed over; of those answered Σ right/p ÷ Σ 1/p is right; one kept row is right.
    const right = (4 * 12) / (12 + 1 / 0.9) + 1;
    expect(rate).toBe(0.8);
    expect(error).toBeCloseTo(1 - right / 5, 12);
    expect(gain).toBeCloseTo(right / 5 - 3 / 5, 12);
    const share = [1, 1, 1, 1, 0];
    const found = answeredOutcome({ ...base, share });
    expect(found.value.estimate).toBeCloseTo(right / 5, 12);
    expect(found.model).toBeCloseTo(0.6, 12);
    for (let seed = 0; seed < 200; seed++) {
      const random = stream(seed, 'propensity');
      const n = 5 + random.below(60);
      const rows = {
        share: Array.from({ length: n }, () => (seed % 2 ? random.uniform() : random.below(2))),
        modelValue: Array.from({ length: n }, () => random.below(2)),
        expertValue: Array.from({ length: n }, (_, i) => (i && random.below(2) ? Number.NaN : 1)),
        propensity: Array.from({ length: n }, () => 0.02 + 0.98 * random.uniform()),
      };
      rows.share[0] = 1;
      const { value, gain } = answeredOutcome(rows);
      expect(value.lower).toBeGreaterThanOrEqual(0);
      expect(value.upper).toBeLessThanOrEqual(1);
      expect(value.estimate).toBeLessThanOrEqual(1 + 1e-12);
      expect(gain.lower).toBeGreaterThanOrEqual(-1);
      expect(gain.upper).toBeLessThanOrEqual(1);
    }
  });

  it('all 1 and all answered is the plain mean', () => {
    const share = [1, 0, 1, 0, 1];
    const rows = { share, modelValue: [1, 0, 0, 1, 1], expertValue: [1, 1, 1, 0, 0] };
    const { value, gain, rate } = answeredOutcome({
      ...rows,
      propensity: new Float64Array(5).fill(1),
    });
    expect(rate).toBeCloseTo(0.6, 12);
    expect(value.estimate).toBeCloseTo(3 / 5, 12);
    expect(gain.estimate).toBeCloseTo(0, 12);
    expect(answeredOutcome(rows)).toEqual(
      answeredOutcome({ ...rows, propensity: new Float64Array(5).fill(1) }),
    );
  });

  it('do not warn of harm, nor call a kept promise broken, more often than δ', () => {
    // A fifth of the rows is asked with p = 0.02; true gain 0, so true error is 0.2 at any rate.
    let harmed = 0;
    let contradicted = 0;
    const worlds = 300;
    for (let seed = 0; seed < worlds; seed++) {
      const rows = propensityRows(stream(seed, 'propensity world'));
      const share = new Float64Array(200).fill(1);
      if (harmTest({ ...rows, share }, 0.1) <= 0.1) harmed++;
      const certificate = certify({
        grid: EVERYTHING,
        rows: { ...rows, propensity: undefined },
        promises: { maxError: 0.9 },
      });
      const promised = {
        ...certificate,
        threshold: 'inf' as const,
        promises: { maxError: 0.2, minGain: 0 },
        confidence: 0.9,
      };
      if (contradictions(promised, rows).some((each) => each.contradicted)) contradicted++;
    }
    expect(harmed / worlds).toBeLessThanOrEqual(0.1);
    expect(contradicted / worlds).toBeLessThanOrEqual(0.1);
  });
});

describe('intervals where a few answers stand for many', () => {
  it.each(ANSWERED_WORLDS.slice(0, 4))('hold the truth: $name', (world) => {
    const { told, gain, value } = answeredCoverage(world, 100);
    // With pretended rows of the mean weight it was 44 to 90 %.
    expect(gain / told).toBeGreaterThanOrEqual(0.92);
    expect(value / told).toBeGreaterThanOrEqual(0.9);
  });

  it('shares stay shares, whatever the probabilities', () => {
    const expertValue = [1, Number.NaN, 1, Number.NaN, 1];
    expect(answeredMean({ expertValue, propensity: [0.02, 0.5, 0.9, 0.1, 1] })).toBe(1);
    expect(answeredMean({ expertValue: [1, 0], propensity: [0.25, 0.75] })).toBeCloseTo(0.75, 12);
    expect(() => answeredMean({ expertValue: [Number.NaN] })).toThrow(/no row has an answer/);
  });

  it('weights that are inverse propensities are known by it', () => {
    const propensity = [0.5, 0.02, 1];
    expect(heaviestAnswer([2, 50, 1], propensity)).toBe(50);
    expect(heaviestAnswer([2, 3, 1], propensity)).toBeUndefined();
    expect(heaviestAnswer(undefined, propensity)).toBeUndefined();
  });
});

it('a probability at the smallest that was declared is in range, also rounded to Float32', () => {
  const n = 40;
  const propensity = new Float32Array(n).fill(0.02); // 0.0199999996
  const expertValue = Float32Array.from(propensity, (_, i) => (i % 8 ? Number.NaN : (i / 8) % 2));
  const rows = { modelValue: new Float32Array(n), expertValue, propensity };
  expect(harmTest({ ...rows, share: new Float64Array(n).fill(1) }, 0.1)).toBeLessThanOrEqual(1);
  const wrong = { ...rows, scores: new Float64Array(n) };
  const certificate = { grid: EVERYTHING, rows: wrong, promises: { minGain: 0.01 } };
  expect(() => certify({ ...certificate, confidence: 0.9 })).not.toThrow();
});
