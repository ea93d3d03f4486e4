/**
 * `max-kept-error`: broken no more often than δ in least favourable worlds, with power where the walk
 * begins at the threshold that is most likely to pass; alone, for each class, and with a budget. And
 * the power of every promise beside the best possible test, one at the threshold that is best.
 */
import { describe, expect, it } from 'vitest';
import { simulated } from '../../test/simulated.js';
import { stream } from '../random/stream.js';
import { certify, certifyGroups } from './certificate.js';
import { prepareRows } from './certifying-rows.js';
import type { Grid } from './grid.js';
import { normalQuantile } from './normal.js';
import type { PromiseName } from './promises/contract.js';
import { PROMISES } from './promises/registry.js';
import { type EstimatedCut, spanningGrid } from './spanning-grid.js';
import { thresholdValue } from './stored-threshold.js';

const WORLDS = 1000;
const DELTA = 0.1;
const confidence = 1 - DELTA;
const sim = simulated('kept-error');

/** Score u uniform; the model errs with 0.3·(1 − u)², the expert with 0.05 at a cost of 1 each. */
const modelError = (u: number) => 0.3 * (1 - u) ** 2;
const EXPERT = 0.05;
/** ∫ over u > t of the model's error: 0.1·(1 − t)³. */
const TRUTH = {
  maxKeptError: (t: number) => 0.1 * (1 - t) ** 2,
  maxError: (t: number) => 0.1 * (1 - t) ** 3 + EXPERT * t,
  maxRate: (t: number) => t,
  minGain: (t: number) => 0.1 - 0.1 * (1 - t) ** 3 - EXPERT * t,
  budget: (t: number) => t,
  maxCost: (t: number) => 0.1 * (1 - t) ** 3 + EXPERT * t,
};

function rowsOf(n: number, seed: number, name = 'rows') {
  const random = stream(seed, name);
  const scores = Float64Array.from({ length: n }, () => random.uniform());
  const modelValue = scores.map((u) => (random.uniform() < modelError(u) ? 0 : 1));
  const expertValue = scores.map(() => (random.uniform() < EXPERT ? 0 : 1));
  const answer = scores.map(() => random.below(3));
  const range = { largest: 2, by: 'declared' as const };
  const spending = {
    kept: new Float64Array(n),
    handed: scores.map(() => 2 * random.uniform()),
    range,
  };
  const cost = { kept: modelValue.map((v) => 1 - v), handed: expertValue.map((v) => 1 - v), range };
  return { scores, modelValue, expertValue, answer, spending, cost };
}

/** As from 500 out-of-fold rows. */
function gridOf(seed: number): Grid {
  const { scores, modelValue, expertValue } = rowsOf(500, seed, 'out of fold');
  const order = Array.from(scores.keys()).sort((a, b) => scores[a] - scores[b]);
  const n = order.length;
  let keptWrong = modelValue.reduce((sum, v) => sum + 1 - v, 0);
  let expertWrong = 0;
  const cuts: EstimatedCut[] = [cutAt(-Infinity, 0, keptWrong, 0, n)];
  const all = keptWrong;
  order.forEach((row, k) => {
    keptWrong -= 1 - modelValue[row];
    expertWrong += 1 - expertValue[row];
    const next = k + 1 < n ? (scores[row] + scores[order[k + 1]]) / 2 : Infinity;
    cuts.push(cutAt(next, k + 1, keptWrong, expertWrong, n, all));
  });
  return spanningGrid(cuts);
}
function cutAt(
  threshold: number,
  deferred: number,
  kept: number,
  expert: number,
  n: number,
  all = kept,
): EstimatedCut {
  const rate = deferred / n;
  const error = (kept + expert) / n;
  return {
    threshold,
    estimate: {
      ...{ rate, error, gain: all / n - error, spending: rate, cost: error },
      ...{ largestSpending: 2, largestCost: 2 },
      ...(deferred < n && { keptError: kept / (n - deferred) }),
    },
  };
}
const clamp = (t: number) => Math.min(1, Math.max(0, t));

describe('max-kept-error is broken no more often than δ', () => {
  const check = (name: string, isBroken: (seed: number) => boolean) => {
    sim.broken(`max kept error, ${name}`, WORLDS, isBroken, DELTA);
  };
  const at = (threshold: NonNullable<ReturnType<typeof certify>['threshold']>) =>
    clamp(thresholdValue(threshold));

  it('a fault further down the walk', () => {
    check('2 %, n = 2,000', (seed) => {
      const { scores, modelValue, expertValue } = rowsOf(2000, seed);
      const found = certify({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return found.feasible && TRUTH.maxKeptError(at(found.threshold!)) > 0.02;
    });
  });

  it('least favourable: the same risk at every threshold, exactly at the bound', () => {
    check('risk at the bound at every threshold, n = 1,000', (seed) => {
      const random = stream(seed, 'flat');
      const scores = Float64Array.from({ length: 1000 }, () => random.uniform());
      const right = scores.map(() => (random.uniform() < 0.05 ? 0 : 1));
      const rows = { scores, modelValue: right, expertValue: right };
      return certify({
        grid: gridOf(seed),
        rows,
        promises: { maxKeptError: 0.05 - 1e-9 },
        confidence,
        seed,
      }).feasible;
    });
  });

  it('for each of three answers of the model at one threshold, and with a budget', () => {
    check('2 % for each of 3 answers, n = 3,000', (seed) => {
      const { scores, modelValue, expertValue, answer } = rowsOf(3000, seed);
      const found = certify({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        groups: answer,
        groupNames: [0, 1, 2],
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return found.feasible && TRUTH.maxKeptError(at(found.threshold!)) > 0.02;
    });
    check('2 % for each of 3 answers by thresholds of their own, n = 3,000', (seed) => {
      const { scores, modelValue, expertValue, answer } = rowsOf(3000, seed);
      const own = certifyGroups({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        groups: answer,
        groupNames: [0, 1, 2],
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return [...own.values()].some(
        ({ feasible, threshold }) => feasible && TRUTH.maxKeptError(at(threshold!)) > 0.02,
      );
    });
    check(
      '5 % for each of 3 answers by thresholds of their own, all exactly at the bound',
      (seed) => {
        const random = stream(seed, 'flat answers');
        const scores = Float64Array.from({ length: 1500 }, () => random.uniform());
        const right = scores.map(() => (random.uniform() < 0.05 ? 0 : 1));
        const own = certifyGroups({
          grid: gridOf(seed),
          rows: { scores, modelValue: right, expertValue: right },
          groups: scores.map((_, i) => i % 3),
          promises: { maxKeptError: 0.05 - 1e-9 },
          confidence,
          seed,
        });
        return [...own.values()].some(({ feasible }) => feasible);
      },
    );
    check('5 % with clusters of 4 identical rows, at the bound (betting), n = 1,000', (seed) => {
      const random = stream(seed, 'flat clusters');
      const scores = new Float64Array(1000);
      const right = new Float64Array(1000);
      for (let i = 0; i < 1000; i++) {
        scores[i] = i % 4 ? scores[i - 1] : random.uniform();
        right[i] = i % 4 ? right[i - 1] : random.uniform() < 0.05 ? 0 : 1;
      }
      const clusters = scores.map((_, i) => Math.floor(i / 4));
      const rows = { scores, modelValue: right, expertValue: right, clusters };
      const promises = { maxKeptError: 0.05 - 1e-9 };
      return certify({ grid: gridOf(seed), rows, promises, confidence, seed }).feasible;
    });
    check('2 % with a budget of 0.6, n = 3,000', (seed) => {
      const { answer: _, cost: __, ...rows } = rowsOf(3000, seed);
      const found = certify({
        grid: gridOf(seed),
        rows,
        promises: { maxKeptError: 0.02, budget: 0.6 },
        confidence,
        seed,
      });
      if (!found.feasible) return false;
      const t = at(found.threshold!);
      return TRUTH.maxKeptError(t) > 0.02 || TRUTH.budget(t) > 0.6;
    });
  });
});

/**
 * The best possible: one test at the threshold that somebody who knows the truth would take. Counts
 * have their exact binomial test; means the one-sided normal test, which knows no range.
 */
function knownTest(name: PromiseName, rows: ReturnType<typeof rowsOf>, t: number, bound: number) {
  const { scores, modelValue, expertValue, cost, spending } = rows;
  const handed = (i: number) => scores[i] <= t;
  const means: Partial<Record<PromiseName, (i: number) => number>> = {
    maxCost: (i) => bound - (handed(i) ? cost.handed[i] : cost.kept[i]),
    budget: (i) => bound - (handed(i) ? spending.handed[i] : 0),
    minGain: (i) => (handed(i) ? expertValue[i] - modelValue[i] : 0) - bound,
  };
  const value = means[name];
  if (!value) {
    const kind = PROMISES.find((each) => each.name === name)!;
    return kind.test(prepareRows(rows), t, bound, DELTA, 0) <= DELTA;
  }
  const values = Array.from(scores, (_, i) => value(i));
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1);
  return mean > normalQuantile(confidence) * Math.sqrt(variance / values.length);
}

describe('power', () => {
  /** Asked for, and the threshold where somebody who knows the truth would test. */
  const ASKED: readonly [PromiseName, bound: number, best: number, n: number][] = [
    ['maxError', 0.045, 0.59, 2000],
    ['maxKeptError', 0.02, 0.75, 500],
    ['maxKeptError', 0.02, 0.72, 2000],
    ['maxKeptError', 0.02, 0.7, 5000],
    ['maxRate', 0.3, 0.28, 2000],
    ['minGain', 0, 0.59, 200],
    ['minGain', 0.05, 0.59, 2000],
    ['maxCost', 0.05, 0.59, 2000],
    ['budget', 0.3, 0.27, 2000],
  ];
  it.each(ASKED)('of %s %d beside the best possible test', (name, bound, best, n) => {
    const up = name === 'maxRate' || name === 'budget';
    // A rate may be any; what answers cost is tested on a grid.
    const reached = name === 'budget' ? best - 0.02 : best;
    let certified = 0;
    let possible = 0;
    for (let seed = 0; seed < WORLDS; seed++) {
      const { answer, ...rows } = rowsOf(n, seed);
      if (knownTest(name, { answer, ...rows }, best, bound)) possible++;
      const { cost, spending, ...plain } = rows;
      const found = certify({
        grid: gridOf(seed),
        rows: {
          ...plain,
          ...(name === 'maxCost' && { cost }),
          ...(name === 'budget' && { spending }),
        },
        promises: { [name]: bound },
        confidence,
        seed,
        ...(up && { walk: 'up' as const, startsKept: true }),
      });
      // What only goes up is always feasible: count where it gets as far as the best possible.
      if (found.feasible && (!up || clamp(thresholdValue(found.threshold!)) >= reached))
        certified++;
    }
    sim.keep({
      table: 'power',
      world: `${name} ${bound}, n = ${n.toLocaleString('en-US')}${up ? `: a threshold of at least ${reached}` : ''}`,
      ...{ count: certified, worlds: WORLDS, best: possible },
    });
    // Not knowing where to look, and for means no more than their range, may cost half of it.
    if (possible / WORLDS >= 0.3) expect(certified).toBeGreaterThanOrEqual(possible / 2);
  });
});
