import { describe, expect, it } from 'vitest';
import { scoredWorld } from '../../test/scored-world.js';
import { stream } from '../random/stream.js';
import { binomialAtMost, upperProportion } from './binomial.js';
import { certifiedThreshold, certify, certifyGroups } from './certificate.js';
import { contradictions } from './contradiction.js';
import { dialBounds, dialSpending } from './dial.js';
import { type Grid, thresholdGrid } from './grid.js';
import { maxRateThreshold } from './max-rate.js';
import type { Promises } from './promises/contract.js';
import { rowsForShare } from './rows-to-certify.js';
import { thresholdValue } from './stored-threshold.js';

const world = (
  n: number,
  seed: number,
  model: (u: number) => number = (u) => (u < 0.4 ? 0.6 : 0.98),
  expert: (u: number) => number = () => 0.95,
) => scoredWorld(n, seed, model, expert);

/** A world of four kinds of row, and every way n rows can be split among them (order is no matter). */
interface Atom {
  score: number;
  model: number;
  expert: number;
  chance: number;
}
function* samples(atoms: Atom[], n: number): Generator<[Atom[], number]> {
  const split = function* (k: number, left: number, chance: number): Generator<[Atom[], number]> {
    if (k === atoms.length - 1) {
      yield [new Array(left).fill(atoms[k]), chance * atoms[k].chance ** left];
      return;
    }
    let ways = 1;
    for (let take = 0; take <= left; take++) {
      for (const [rest, weight] of split(k + 1, left - take, 1)) {
        yield [
          [...new Array(take).fill(atoms[k]), ...rest],
          chance * ways * atoms[k].chance ** take * weight,
        ];
      }
      ways = (ways * (left - take)) / (take + 1);
    }
  };
  yield* split(0, n, 1);
}
/** Every sequence of n rows: a betting test depends on the order. */
function* sequences(atoms: Atom[], n: number): Generator<[Atom[], number]> {
  for (let code = 0; code < atoms.length ** n; code++) {
    const rows = Array.from({ length: n }, (_, j) => {
      return atoms[Math.floor(code / atoms.length ** j) % atoms.length];
    });
    yield [rows, rows.reduce((product, { chance }) => product * chance, 1)];
  }
}
const columns = (rows: Atom[]) => ({
  scores: rows.map(({ score }) => score),
  modelValue: rows.map(({ model }) => model),
  expertValue: rows.map(({ expert }) => expert),
});
function truthAt(atoms: Atom[], threshold: number) {
  const mean = (value: (atom: Atom) => number) =>
    atoms.reduce((sum, atom) => sum + atom.chance * value(atom), 0);
  const handed = ({ score }: Atom) => score <= threshold;
  return {
    error: mean((atom) => 1 - (handed(atom) ? atom.expert : atom.model)),
    rate: mean((atom) => (handed(atom) ? 1 : 0)),
    gain: mean((atom) => (handed(atom) ? atom.expert - atom.model : 0)),
  };
}
const breaks = (atoms: Atom[], threshold: number, promises: Promises) => {
  const { error, rate, gain } = truthAt(atoms, threshold);
  return (
    error > (promises.maxError ?? 1) + 1e-12 ||
    rate > (promises.maxRate ?? 1) + 1e-12 ||
    gain < (promises.minGain ?? -1) - 1e-12
  );
};

describe('certificates are broken with probability at most δ, by enumeration', () => {
  const grid: Grid = { thresholds: [1.5, 0.5, '-inf'], rates: [0.05, 0.02, 0] };
  const atoms: Atom[] = [
    { score: 0, model: 0, expert: 1, chance: 0.3 },
    { score: 1, model: 1, expert: 0, chance: 0.12 },
    { score: 1, model: 0, expert: 1, chance: 0.13 },
    { score: 2, model: 1, expert: 1, chance: 0.45 },
  ];
  // Truths: error 0.12, 0.13, 0.43; rate 0.55, 0.3, 0; gain 0.31, 0.3, 0.
  const promises: [string, Promises][] = [
    ['error, second step at fault', { maxError: 0.125 }],
    ['error, first step at fault', { maxError: 0.1199 }],
    ['error, last step at fault', { maxError: 0.4 }],
    ['rate alone', { maxRate: 0.299 }],
    ['rate and error', { maxRate: 0.5499, maxError: 0.2 }],
    ['gain above 0', { minGain: 0.305 }],
    ['gain of 0', { minGain: 0 }],
    ['everything', { maxError: 0.6, maxRate: 0.9, minGain: 0.305 }],
  ];
  for (const [name, promise] of promises) {
    for (const confidence of [0.6, 0.8, 0.9]) {
      it(`${name}, confidence ${confidence}`, () => {
        let broken = 0;
        let total = 0;
        for (const [rows, chance] of promise.minGain ? sequences(atoms, 5) : samples(atoms, 16)) {
          total += chance;
          const input = { grid, rows: columns(rows), promises: promise, confidence };
          const found = certifiedThreshold(input);
          if (found !== null && breaks(atoms, found, promise)) broken += chance;
        }
        expect(total).toBeCloseTo(1, 9);
        expect(broken).toBeLessThanOrEqual(1 - confidence);
      });
    }
  }

  it('certify has that very threshold, and says more', () => {
    let none = 0;
    for (const [, promise] of promises)
      for (const [rows] of sequences(atoms, 3)) {
        const input = { grid, rows: columns(rows), promises: promise, confidence: 0.6 };
        const { feasible, threshold } = certify(input);
        const alone = certifiedThreshold(input);
        expect(feasible).toBe(alone !== null);
        expect(threshold && thresholdValue(threshold)).toBe(alone);
        if (!feasible) none++;
      }
    expect(none).toBeGreaterThan(0);
    expect(none).toBeLessThan(64 * promises.length);
  });

  // A budget: values are 1 − cost / largest. The model's answers cost 0 or 0.1, the expert's more.
  const paid: Atom[] = [
    { score: 0, model: 0.9, expert: 0.3, chance: 0.3 },
    { score: 1, model: 1, expert: 0.5, chance: 0.3 },
    { score: 2, model: 0.9, expert: 0.4, chance: 0.4 },
  ];
  // Mean costs of −∞, 0.5 and 1.5: 0.07, 0.25 and 0.4.
  for (const [where, bound, confidence, idle] of [
    ['the start', 0.0699, 0.6, true],
    ['the first step', 0.249, 0.6, false],
    ['the second step', 0.399, 0.6, false],
    ['the second step', 0.399, 0.8, true],
  ] as const) {
    it(`a budget walked up to a fault at ${where}, confidence ${confidence}`, () => {
      let broken = 0;
      for (const [rows, chance] of sequences(paid, 6)) {
        const promises = { maxError: bound };
        const input = { grid, rows: columns(rows), promises, confidence, walk: 'up' } as const;
        const found = certifiedThreshold(input);
        if (found !== null && truthAt(paid, found).error > bound + 1e-12) broken += chance;
      }
      expect(broken).toBeLessThanOrEqual(1 - confidence);
      if (!idle) expect(broken).toBeGreaterThan(0);
    });
  }

  it('a budget is not idle: loose enough, it goes all the way up; the start may need no test', () => {
    const rows = columns(Array.from({ length: 400 }, (_, i) => paid[[0, 1, 2][i % 3]]));
    const promises = { maxError: 0.5 };
    const up = certify({ grid, rows, promises, walk: 'up' });
    expect(up).toMatchObject({ feasible: true, threshold: 1.5, tested: 3, test: 'betting' });
    // Downwards the same promise is kept most cheaply by handing nothing over.
    expect(certify({ grid, rows, promises })).toMatchObject({ threshold: '-inf' });
    const few = columns(paid.slice(1));
    expect(certify({ grid, rows: few, promises, walk: 'up' }).feasible).toBe(false);
    expect(certify({ grid, rows: few, promises, walk: 'up', startsKept: true })).toMatchObject({
      feasible: true,
      threshold: '-inf',
      rate: 0,
      tested: 1,
    });
  });

  it('is not idle: at the least-favourable error it comes near δ', () => {
    const edge = truthAt(atoms, 1.5).error - 1e-9;
    let broken = 0;
    for (const [rows, chance] of samples(atoms, 18)) {
      const promises = { maxError: edge };
      const input = { grid, rows: columns(rows), promises, confidence: 0.8 };
      if (certifiedThreshold(input) !== null) broken += chance;
    }
    // The test is discrete: the exact size is the largest binomial tail not above 0.2.
    expect(broken).toBeCloseTo(binomialAtMost(0, 18, edge), 6);
  });

  it('the dial covers all its points at once, each kind of bound', () => {
    const missed = { error: 0, rate: 0, gain: 0 };
    for (const [rows, chance] of samples(atoms, 12)) {
      const { points } = dialBounds(grid, columns(rows), 0.7);
      const truths = points.map(({ threshold }) => truthAt(atoms, thresholdValue(threshold)));
      const some = (wrong: (k: number) => boolean) => points.some((_, k) => wrong(k));
      if (some((k) => truths[k].error > points[k].errorAtMost + 1e-9)) missed.error += chance;
      if (some((k) => truths[k].rate > points[k].rateAtMost + 1e-9)) missed.rate += chance;
      if (some((k) => truths[k].gain < points[k].gainAtLeast - 1e-9)) missed.gain += chance;
    }
    expect(missed.error).toBeLessThanOrEqual(0.3);
    expect(missed.rate).toBeLessThanOrEqual(0.3);
    expect(missed.gain).toBeLessThanOrEqual(0.3);
    expect(missed.error + missed.rate).toBeGreaterThan(0.02);
  });

  it('and so do its bounds on what answers cost', () => {
    let missed = 0;
    for (const [rows, chance] of samples(paid, 10)) {
      const points = dialSpending(grid, columns(rows), {
        largest: 20,
        startsFree: false,
        confidence: 0.7,
      });
      const wrong = points.some(({ spentAtMost }, k) => {
        const truth = 20 * truthAt(paid, thresholdValue(grid.thresholds[k])).error;
        return truth > spentAtMost + 1e-9;
      });
      if (wrong) missed += chance;
    }
    expect(missed).toBeLessThanOrEqual(0.3);
    const [point, , start] = dialSpending(grid, columns(paid), { largest: 20, startsFree: true });
    expect(point.spent).toBeCloseTo((20 * (0.7 + 0.5 + 0.1)) / 3, 9);
    expect(start.spentAtMost).toBe(0);
  });
});

describe('certify', () => {
  const fit = world(4000, 1);
  const grid = thresholdGrid(fit);

  it('takes the cheapest threshold that the walk reaches, and recomputes from the definition', () => {
    const rows = world(5000, 2);
    const found = certify({ grid, rows, promises: { maxError: 0.08 } });
    expect(found).toMatchObject({ feasible: true, bound: 0.08, rows: 5000, test: 'exact' });
    let last: number | null = null;
    for (const stored of grid.thresholds) {
      const t = thresholdValue(stored);
      let errors = 0;
      for (let i = 0; i < 5000; i++) {
        errors += 1 - (rows.scores[i] <= t ? rows.expertValue[i] : rows.modelValue[i]);
      }
      if (binomialAtMost(errors, 5000, 0.08) > 0.05) break;
      last = t;
    }
    expect(found.threshold).toBe(last);
    expect(found.rate).toBeGreaterThan(0.2);
    expect(found.rate).toBeLessThan(0.4);
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  });

  it('needs no hand-over at all where the model alone keeps the promise', () => {
    const found = certify({ grid, rows: world(5000, 3), promises: { maxError: 0.3 } });
    expect(found).toMatchObject({ feasible: true, threshold: '-inf', rate: 0 });
  });

  it('says so when none qualifies, with the nearest bound and the rows it would take', () => {
    const rows = world(300, 4);
    const found = certify({ grid, rows, promises: { maxError: 0.05 } });
    expect(found).toMatchObject({ feasible: false, threshold: null, rate: null });
    expect(found.bound).toBeGreaterThan(0.05);
    expect(found.bound).toBeLessThan(0.1);
    // Enough rows of the same world, and it is feasible.
    expect(found.rowsNeeded).toBeGreaterThan(300);
    // Rows in clusters are worth fewer, and a count that has just failed is no advice.
    const clusters = rows.scores.map((_, i) => Math.floor(i / 100));
    const clustered = { ...rows, clusters, largestCluster: 100 };
    const few = certify({ grid, rows: clustered, promises: { maxError: 0.5 } });
    expect(few).toMatchObject({ feasible: false, rowsNeeded: null, broken: false });
    const hopeless = certify({ grid, rows, promises: { maxError: 0.001 } });
    expect(hopeless).toMatchObject({ rowsNeeded: null, broken: true });
    // Answers asked for half the time count twice: beyond 1, where a test must not stumble.
    const propensity = new Float64Array(300).fill(0.5);
    const weighed = certify({
      grid,
      rows: { ...rows, propensity, smallestPropensity: 0.5 },
      promises: { minGain: 0.9 },
    });
    expect(weighed).toMatchObject({ rowsNeeded: null, broken: true });
  });

  it('tells of the one threshold that failed, and counts the rows for that one', () => {
    // Where the calibration rows err least, these do not: the walk ends at its first step.
    const scores = Float64Array.from({ length: 200 }, (_, i) => i);
    const modelValue = scores.map((i) => +(i % 10 > 0));
    const expertValue = scores.map((i) => +(i % 2 > 0));
    const turned = { thresholds: [199, 99, '-inf'] as const, rates: [1, 0.5, 0] };
    const rows = { scores, modelValue, expertValue };
    const found = certify({ grid: turned, rows, promises: { maxError: 0.3 } });
    expect(found).toMatchObject({ feasible: false, tested: 1 });
    expect(found.start).toMatchObject({ threshold: 199, failed: ['maxError'] });
    expect(found.start!.estimate).toMatchObject({ rate: 1, error: 0.5 });
    // The expert is wrong in 100 of 200, the model alone in 20: the best bound lies elsewhere.
    expect(binomialAtMost(100, 200, found.start!.bounds.maxError!)).toBeCloseTo(0.05, 6);
    expect(binomialAtMost(20, 200, found.reachable!.maxError!)).toBeCloseTo(0.05, 6);
    expect(found.rowsNeeded).toBeNull();
    const both = certify({ grid: turned, rows, promises: { maxError: 0.6, minGain: 0.01 } });
    expect(both.start).toMatchObject({ threshold: 199, failed: ['minGain'] });
    expect(both.start!.bounds.maxError).toBeLessThan(0.6);
    expect(both.start!.bounds.minGain).toBeLessThan(-0.4);
  });

  it('several promises at once hold at the answer; the rate narrows the walk', () => {
    const rows = world(6000, 5);
    const promises = { maxError: 0.1, maxRate: 0.35, minGain: 0.05 };
    const found = certify({ grid, rows, promises });
    expect(found.feasible).toBe(true);
    expect(found.estimate!.rate).toBeLessThan(0.35);
    expect(found.estimate!.error).toBeLessThan(0.1);
    expect(found.estimate!.gain).toBeGreaterThan(0.05);
  });

  it('weights, clusters, fractions and propensities go through betting and stay close', () => {
    const rows = world(5000, 6);
    const promises = { maxError: 0.1 };
    const plain = certify({ grid, rows, promises });
    const weighted = certify({
      grid,
      rows: {
        ...rows,
        weight: new Float64Array(5000).fill(3),
        weightRange: { largest: 3, by: 'declared' },
      },
      promises,
    });
    expect(weighted.test).toBe('betting');
    expect(weighted.feasible).toBe(true);
    // The order of the bets is luck, either way.
    expect(Math.abs(weighted.rate! - plain.rate!)).toBeLessThan(0.05);
    const clusters = Float64Array.from({ length: 5000 }, (_, i) => i >> 1);
    expect(certify({ grid, rows: { ...rows, clusters }, promises }).feasible).toBe(true);
    expect(
      certify({ grid, rows: { ...rows, clusters }, promises: { maxRate: 0.3 } }).rate,
    ).toBeLessThan(0.3);
    const random = stream(7, 'asked');
    const propensity = Float64Array.from(rows.scores, (u) => (u < 0.5 ? 0.8 : 0.2));
    const expertValue = rows.expertValue.map((right, i) =>
      random.uniform() < propensity[i] ? right : NaN,
    );
    const asked = certify({ grid, rows: { ...rows, expertValue, propensity }, promises });
    expect(asked.feasible).toBe(true);
    // Without propensities a missing label is a wrong answer, and the promise is out of reach.
    expect(certify({ grid, rows: { ...rows, expertValue }, promises }).feasible).toBe(false);
  });

  it('groups: a common threshold must satisfy each, own thresholds share δ', () => {
    const rows = world(6000, 8);
    const groups = Float64Array.from({ length: 6000 }, (_, i) => i % 3);
    const promises = { maxError: 0.1 };
    const common = certify({ grid, rows, promises, groups });
    expect(common.groups).toBe(3);
    expect(common.rate!).toBeGreaterThan(certify({ grid, rows, promises }).rate!);
    const own = certifyGroups({ grid, rows, promises, groups });
    expect([...own.keys()]).toEqual([0, 1, 2]);
    for (const certificate of own.values()) {
      expect(certificate.confidence).toBeCloseTo(1 - 0.05 / 3, 12);
      expect(certificate.rows).toBe(2000);
    }
  });

  it('refuses promises it cannot read', () => {
    const rows = world(10, 9);
    expect(() => certify({ grid, rows, promises: {} })).toThrow('no promise');
    expect(() => certify({ grid, rows, promises: { maxError: 5 } })).toThrow(
      'found the largest error 5',
    );
    expect(() => certify({ grid, rows, promises: { maxError: 0.1 }, confidence: 95 })).toThrow(
      '95',
    );
    expect(() =>
      certify({ grid, rows: { ...rows, modelValue: [1] }, promises: { maxError: 0.1 } }),
    ).toThrow('1 model');
  });
});

describe('threshold for a largest rate', () => {
  it('defers k − 1 of the rows, k by the exact tail', () => {
    const scores = Float64Array.from({ length: 1000 }, (_, i) => i);
    const threshold = maxRateThreshold(scores, 0.1, 0.05);
    const k = threshold + 1.5; // the k-th smallest score is k − 1
    expect(binomialAtMost(k - 1, 1000, 0.1)).toBeLessThanOrEqual(0.05);
    expect(binomialAtMost(k, 1000, 0.1)).toBeGreaterThan(0.05);
    expect(Number.isInteger(k)).toBe(true);
  });

  it('hands nothing over where there are too few rows or only ties, everything at rate 1', () => {
    expect(maxRateThreshold([1, 2, 3], 0.1, 0.05)).toBe(-Infinity);
    expect(maxRateThreshold(new Float64Array(500).fill(2), 0.5, 0.05)).toBe(-Infinity);
    expect(maxRateThreshold([1, 2, 3], 1, 0.05)).toBe(Infinity);
  });
});

describe('grid', () => {
  it('starts at the least error, falls to nothing, at most 50 thresholds between scores', () => {
    const fit = world(3000, 10);
    const grid = thresholdGrid(fit);
    expect(grid.thresholds).toHaveLength(50);
    expect(grid.thresholds.at(-1)).toBe('-inf');
    expect(grid.rates[0]).toBeGreaterThan(0.3);
    for (let k = 1; k < 50; k++) expect(grid.rates[k]).toBeLessThan(grid.rates[k - 1]);
    grid.thresholds.forEach((stored, k) => {
      const below = fit.scores.filter((score) => score <= thresholdValue(stored)).length;
      expect(below / 3000).toBeCloseTo(grid.rates[k], 12);
    });
  });

  it('jumps over ties, and is one point where handing over never helps', () => {
    const tied = thresholdGrid({
      scores: [1, 1, 1, 2],
      modelValue: [0, 0, 1, 1],
      expertValue: [1, 1, 1, 0],
    });
    expect(tied).toEqual({ thresholds: [1.5, '-inf'], rates: [0.75, 0] });
    const never = thresholdGrid({ scores: [1, 2], modelValue: [1, 1], expertValue: [0, 1] });
    expect(never).toEqual({ thresholds: ['-inf'], rates: [0] });
  });
});

describe('new data against a certificate', () => {
  it('contradicts after a change for the worse, and not on data like before', () => {
    const grid = thresholdGrid(world(4000, 11));
    const promises = { maxError: 0.1, maxRate: 0.5, minGain: 0.05 };
    const certificate = certify({ grid, rows: world(5000, 12), promises });
    expect(certificate.feasible).toBe(true);
    expect(contradictions(certificate, world(3000, 13)).some((each) => each.contradicted)).toBe(
      false,
    );
    const worse = contradictions(
      certificate,
      world(
        3000,
        14,
        () => 0.85,
        () => 0.85,
      ),
    );
    expect(worse.map(({ promise, contradicted }) => [promise, contradicted])).toEqual([
      ['maxError', true],
      ['maxRate', false],
      ['minGain', true],
    ]);
    expect(worse[0].found).toBeCloseTo(0.15, 1);
  });
});

describe('rows it would take', () => {
  it('certify in about 80 % of samples', () => {
    const n = rowsForShare(0.04, 0.05, 0.05);
    let k = 0;
    while (binomialAtMost(k, n, 0.05) <= 0.05) k++;
    expect(binomialAtMost(k - 1, n, 0.04)).toBeGreaterThan(0.77);
    expect(binomialAtMost(k - 1, n, 0.04)).toBeLessThan(0.84);
    expect(rowsForShare(0.05, 0.05, 0.05)).toBe(Infinity);
    expect(upperProportion(0, rowsForShare(0, 0.05, 0.05), 0.05)).toBeLessThanOrEqual(0.05);
  });
});
