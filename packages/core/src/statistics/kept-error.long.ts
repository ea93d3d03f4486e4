/**
 * `max-kept-error`: broken no more often than δ in least favourable worlds, with power where the walk
 * begins at the threshold that is most likely to pass; alone, for each class, and with a budget. And
 * the power of every promise beside the best possible test, one at the threshold that is best.
 */
import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { certify } from './certificate.js';
import { prepareRows } from './certifying-rows.js';
import type { Grid } from './grid.js';
import { PROMISES } from './promises/registry.js';
import { type EstimatedCut, spanningGrid } from './spanning-grid.js';
import { thresholdValue } from './stored-threshold.js';

const WORLDS = 1000;
const DELTA = 0.1;
const confidence = 1 - DELTA;
const share = (count: number, of = WORLDS) =>
  `${((100 * count) / of).toFixed(1)} ± ${(100 * Math.sqrt(((count / of) * (1 - count / of)) / of)).toFixed(1)} %`;

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
    let broken = 0;
    for (let seed = 0; seed < WORLDS; seed++) if (isBroken(seed)) broken++;
    console.log(`kept error, ${name}: broken in ${share(broken)} of ${WORLDS} worlds (δ = 10 %)`);
    expect(broken / WORLDS).toBeLessThanOrEqual(DELTA + 0.03);
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

describe('power', () => {
  it('of max-kept-error at 2 %', () => {
    for (const n of [500, 2000, 5000]) {
      let certified = 0;
      for (let seed = 0; seed < WORLDS; seed++) {
        const { scores, modelValue, expertValue } = rowsOf(n, seed);
        const rows = { scores, modelValue, expertValue };
        if (
          certify({ grid: gridOf(seed), rows, promises: { maxKeptError: 0.02 }, confidence, seed })
            .feasible
        )
          certified++;
      }
      console.log(`kept error, power at 2 %, n = ${n}: certified in ${share(certified)}`);
      if (n >= 2000) expect(certified / WORLDS).toBeGreaterThan(0.5);
    }
  });

  it('of every promise beside the best possible test', () => {
    const n = 2000;
    const asked = {
      maxError: 0.075,
      maxKeptError: 0.02,
      maxRate: 0.3,
      minGain: 0.02,
      maxCost: 0.09,
      budget: 0.3,
    };
    const best = {
      maxError: 0.59,
      maxKeptError: 0.85,
      maxRate: 0.25,
      minGain: 0.59,
      maxCost: 0.59,
      budget: 0.25,
    };
    for (const kind of PROMISES) {
      const bound = asked[kind.name];
      const up = kind.name === 'maxRate' || kind.name === 'budget';
      let certified = 0;
      let possible = 0;
      for (let seed = 0; seed < WORLDS; seed++) {
        const { answer: _, ...rows } = rowsOf(n, seed);
        // The best possible: one test, at a threshold that somebody who knows the truth would take.
        const known = kind.test(prepareRows(rows), best[kind.name], bound, DELTA, seed) <= DELTA;
        if (known) possible++;
        const found = certify({
          grid: gridOf(seed),
          rows,
          promises: { [kind.name]: bound },
          confidence,
          seed,
          ...(up && { walk: 'up' as const, startsKept: true }),
        });
        if (
          found.feasible &&
          (!up || clamp(thresholdValue(found.threshold!)) >= best[kind.name] - 0.02)
        )
          certified++;
      }
      console.log(
        `power of ${kind.name} ${bound}, n = ${n}: certified ${share(certified)}, test at the best threshold alone ${share(possible)}`,
      );
    }
  });
});
