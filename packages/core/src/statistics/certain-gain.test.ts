import { describe, expect, it } from 'vitest';
import { drawNull, ridgeScores } from '../../test/verdict-worlds.js';
import { stream } from '../random/stream.js';
import {
  handedAtRates,
  handicap,
  largestOverRandom,
  oneSidedCritical,
  withDegrees,
} from './certain-gain.js';
import { deferredAtRate } from './deferred-rows.js';
import { gainInterval } from './gain-interval.js';
import { normalQuantile } from './normal.js';
import { dealtRows, permutedGains } from './permuted-gains.js';
import { VERDICT_RATES, verdict } from './verdict.js';

const world = (rows: number, seed: number) => {
  const random = stream(seed, 'certain gain');
  const scores = Float64Array.from({ length: rows }, () => random.uniform());
  const modelValue = scores.map(() => (random.uniform() < 0.8 ? 1 : 0));
  const expertValue = scores.map(() => (random.uniform() < 0.8 ? 1 : 0));
  return { scores, modelValue, expertValue };
};

describe('the critical value over all rates', () => {
  it('is the normal quantile at one rate, and the exact one of two that never meet', () => {
    const rows = world(4000, 1);
    const one = oneSidedCritical(rows, handedAtRates(rows.scores, [0.2]), 'model', 0.95, 1);
    expect(one).toBeCloseTo(normalQuantile(0.95), 1);
    // Gains at 1 % and at 50 % share hardly a row: nearly independent, Φ(c)·Φ(c + 0.5) = 0.95.
    const two = oneSidedCritical(rows, handedAtRates(rows.scores, [0.01, 0.5]), 'model', 0.95, 1);
    expect(two).toBeGreaterThan(1.7);
    expect(two).toBeLessThan(1.9);
  });

  it('is what the largest of the standardised gains needs, simulated from fresh rows', () => {
    const rates = VERDICT_RATES;
    const rows = world(3000, 2);
    const critical = oneSidedCritical(rows, handedAtRates(rows.scores, rates), 'random', 0.9, 2);
    let above = 0;
    const worlds = 300;
    for (let seed = 0; seed < worlds; seed++) {
      const fresh = world(1000, 1000 + seed);
      if (largestOverRandom(fresh, fresh.scores, rates) > critical) above++;
    }
    expect(above / worlds).toBeLessThan(0.1 + 3 * Math.sqrt(0.09 / worlds));
    expect(above / worlds).toBeGreaterThan(0.02);
  });

  it('grows where few clusters leave few degrees of freedom', () => {
    expect(withDegrees(2.3, 1e9)).toBeCloseTo(2.3, 6);
    expect(withDegrees(2.3, 10)).toBeGreaterThan(2.7);
    expect(withDegrees(2.3, 1.5)).toBe(Infinity);
  });
});

describe('dealing out again', () => {
  it('keeps the pairs, and whole clusters together', () => {
    const clusters = [5, 5, 5, 2, 2, 9, 5, 2, 9, 9];
    for (let turn = 0; turn < 20; turn++) {
      const from = dealtRows(10, clusters, 3, turn);
      expect([...from].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
    const equal = Array.from({ length: 12 }, (_, i) => i % 4);
    const from = dealtRows(12, equal, 3, 0);
    for (let c = 0; c < 4; c++) {
      const sources = new Set([...from].filter((_, i) => equal[i] === c).map((row) => equal[row]));
      expect(sources.size).toBe(1);
    }
    expect([...dealtRows(50, undefined, 3, 0)]).not.toEqual([...dealtRows(50, undefined, 3, 1)]);
  });

  it('is the largest standardised gain over the random line of the refitted scores', () => {
    const { features, ...rows } = drawNull({ rows: 200, model: 0.8, expert: 0.8, columns: 3 }, 1);
    const refit = (modelValue: Float64Array, expertValue: Float64Array) =>
      ridgeScores(features, { modelValue, expertValue }, 1);
    const rates = [0.02, 0.2, 0.7];
    const [first] = permutedGains({ rows, rates, refit, times: 1, seed: 7 });
    const from = dealtRows(200, undefined, 7, 0);
    const modelValue = Float64Array.from(from, (row) => rows.modelValue[row]);
    const expertValue = Float64Array.from(from, (row) => rows.expertValue[row]);
    const scores = refit(modelValue, expertValue);
    const slow = rates.map((rate) => {
      const deferred = [deferredAtRate(scores, rate)];
      const found = gainInterval({ modelValue, expertValue }, deferred, 'random');
      return found.centre / found.standardError - handicap(rate);
    });
    expect(first).toBeCloseTo(Math.max(...slow), 10);
  });

  it('takes a "defer" back that permuted rows give as well', () => {
    const random = stream(4, 'taken back');
    const scores = Float64Array.from({ length: 3000 }, () => random.uniform());
    const modelValue = scores.map((u) => (random.uniform() < (u < 0.2 ? 0.6 : 0.95) ? 1 : 0));
    const expertValue = scores.map(() => (random.uniform() < 0.85 ? 1 : 0));
    const input = { scores, modelValue, expertValue };
    const [few, many] = [1, 50].map((gain) => () => new Float64Array(100).fill(gain));
    const kind = (permuted?: () => ArrayLike<number>) =>
      verdict(input, { resamples: 20, permuted }).kind;
    expect(kind()).toBe('defer');
    expect(kind(few)).toBe('defer');
    expect(kind(many)).toBe('cannot-tell');
  });
});
