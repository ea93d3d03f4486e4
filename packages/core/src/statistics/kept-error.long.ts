/**
 * `max-kept-error`: broken no more often than δ in least favourable worlds, with power where the walk
 * begins at the threshold that is most likely to pass; alone, for each class, and with a budget. Its
 * power stands beside that of every other promise in power.long.ts.
 */
import { describe, it } from 'vitest';
import { gridOf, rowsOf, TRUTH } from '../../test/promise-worlds.js';
import { simulated, worldsOf } from '../../test/simulated.js';
import { stream } from '../random/stream.js';
import { certifiedGroups, certifiedThreshold } from './certificate.js';

const WORLDS = worldsOf(1000);
const DELTA = 0.1;
const confidence = 1 - DELTA;
const sim = simulated('kept-error');
const clamp = (t: number) => Math.min(1, Math.max(0, t));

describe('max-kept-error is broken no more often than δ', () => {
  const check = (name: string, isBroken: (seed: number) => boolean) => {
    sim.broken(`max kept error, ${name}`, WORLDS, isBroken, DELTA);
  };
  const tooHigh = (found: number | null, bound: number) =>
    found !== null && TRUTH.maxKeptError(clamp(found)) > bound;

  it('a fault further down the walk', () => {
    check('2 %, n = 2,000', (seed) => {
      const { scores, modelValue, expertValue } = rowsOf(2000, seed);
      const found = certifiedThreshold({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return tooHigh(found, 0.02);
    });
  });

  it('least favourable: the same risk at every threshold, exactly at the bound', () => {
    check('risk at the bound at every threshold, n = 1,000', (seed) => {
      const random = stream(seed, 'flat');
      const scores = Float64Array.from({ length: 1000 }, () => random.uniform());
      const right = scores.map(() => (random.uniform() < 0.05 ? 0 : 1));
      const rows = { scores, modelValue: right, expertValue: right };
      return (
        certifiedThreshold({
          grid: gridOf(seed),
          rows,
          promises: { maxKeptError: 0.05 - 1e-9 },
          confidence,
          seed,
        }) !== null
      );
    });
  });

  it('for each of three answers of the model at one threshold, and with a budget', () => {
    check('2 % for each of 3 answers, n = 3,000', (seed) => {
      const { scores, modelValue, expertValue, answer } = rowsOf(3000, seed);
      const found = certifiedThreshold({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        groups: answer,
        groupNames: [0, 1, 2],
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return tooHigh(found, 0.02);
    });
    check('2 % for each of 3 answers by thresholds of their own, n = 3,000', (seed) => {
      const { scores, modelValue, expertValue, answer } = rowsOf(3000, seed);
      const own = certifiedGroups({
        grid: gridOf(seed),
        rows: { scores, modelValue, expertValue },
        groups: answer,
        groupNames: [0, 1, 2],
        promises: { maxKeptError: 0.02 },
        confidence,
        seed,
      });
      return [...own.values()].some((found) => tooHigh(found, 0.02));
    });
    check(
      '5 % for each of 3 answers by thresholds of their own, all exactly at the bound',
      (seed) => {
        const random = stream(seed, 'flat answers');
        const scores = Float64Array.from({ length: 1500 }, () => random.uniform());
        const right = scores.map(() => (random.uniform() < 0.05 ? 0 : 1));
        const own = certifiedGroups({
          grid: gridOf(seed),
          rows: { scores, modelValue: right, expertValue: right },
          groups: scores.map((_, i) => i % 3),
          promises: { maxKeptError: 0.05 - 1e-9 },
          confidence,
          seed,
        });
        return [...own.values()].some((found) => found !== null);
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
      return certifiedThreshold({ grid: gridOf(seed), rows, promises, confidence, seed }) !== null;
    });
    check('2 % with a budget of 0.6, n = 3,000', (seed) => {
      const { answer: _, cost: __, ...rows } = rowsOf(3000, seed);
      const found = certifiedThreshold({
        grid: gridOf(seed),
        rows,
        promises: { maxKeptError: 0.02, budget: 0.6 },
        confidence,
        seed,
      });
      return tooHigh(found, 0.02) || (found !== null && TRUTH.budget(clamp(found)) > 0.6);
    });
  });
});
