import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { fitFeatures } from '../features/fit-spec.js';
import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { stream } from '../random/stream.js';
import { kliep } from '../ratio/kliep.js';
import { logistic } from '../ratio/logistic.js';
import { lsif } from '../ratio/lsif.js';
import type { PartialLosses } from '../ratio/partial.js';
import { squared } from '../ratio/squared.js';
import { fitLinearScorer, PENALTIES } from './linear-scorer.js';

const table = randomTable({ rows: 300, classes: 4, columns: 2 });
const { features, input } = fitFeatures(table, 'calibrated');
const dense = denseCount(features);
const row = new Float32Array(dense);
const inputs = Array.from({ length: table.rows }, (_, i) => {
  const classIndex = inputFeatures(features, input, i, row, 0);
  return [...row, ...[0, 1, 2, 3].map((c) => +(c === classIndex)), 1];
});
const random = stream(1, 'weights');
const plus = Float32Array.from(inputs, () => 0.1 + random.uniform());
const minus = Float32Array.from(inputs, () => 0.1 + random.uniform());

const coefficientsOf = (partial: PartialLosses, scale = 1) => {
  const objective = {
    partial,
    plus: plus.map((v) => scale * v),
    minus: minus.map((v) => scale * v),
  };
  const { layers } = fitLinearScorer({ input, features, objective });
  return [...layers[0].weights, layers[0].biases[0]];
};

/** The objective's slope at the solution, which the penalty's slope must balance. */
function slopes(partial: PartialLosses, coefficients: number[]): number[] {
  const sums = new Array<number>(coefficients.length).fill(0);
  inputs.forEach((x, i) => {
    const v = x.reduce((sum, value, k) => sum + value * coefficients[k], 0);
    const slope = plus[i] * partial.plusSlope(v) + minus[i] * partial.minusSlope(v);
    x.forEach((value, k) => {
      sums[k] += slope * value;
    });
  });
  return sums;
}

describe('a linear scorer', () => {
  it.each([
    ['squared', squared],
    ['lsif', lsif],
    ['logistic', logistic],
  ] as [string, PartialLosses][])('%s: at the minimum of its own objective', (_, partial) => {
    const coefficients = coefficientsOf(partial);
    const slope = slopes(partial, coefficients);
    // The constant is not penalised: nothing pulls there.
    expect(Math.abs(slope.at(-1)!)).toBeLessThan(2e-3);
    // Elsewhere the penalty pulls back to 0, equally strongly in every class.
    const pulls = [0, 1, 2, 3].map((c) => slope[dense + c] / -coefficients[dense + c]);
    const [first] = pulls;
    expect(first).toBeGreaterThan(0);
    for (const pull of pulls) expect(pull / first).toBeCloseTo(1, 2);
  });

  it('the unit of weights does not matter', () => {
    const one = coefficientsOf(squared);
    for (const [k, value] of coefficientsOf(squared, 1000).entries())
      expect(value).toBeCloseTo(one[k], 4);
  });

  it('the penalty is the best of the grid on rows left out', () => {
    expect(PENALTIES).toContain(1);
    // Pure noise is held down, a clear signal is let through.
    const noise = stream(3, 'noise');
    const noisy = Float32Array.from(inputs, () => noise.uniform());
    const clear = Float32Array.from(inputs, (x) => (x[1] > 0.6 ? 1 : 0.01));
    const size = (weights: Float32Array) => {
      const objective = { partial: squared, plus: weights, minus: weights.map((w) => 1.01 - w) };
      const { layers } = fitLinearScorer({ input, features, objective });
      return Math.hypot(...layers[0].weights);
    };
    expect(size(noisy)).toBeLessThan(0.2 * size(clear));
  });

  it('losses without a closed form are refused by name', () => {
    const objective = { partial: kliep, plus, minus };
    expect(() => fitLinearScorer({ input, features, objective })).toThrow(/kliep/);
  });

  it('keeps clusters together when it leaves rows out', () => {
    // Copies of one row tell each other's label: left out alone, noise would look like signal.
    const copies = Array.from({ length: 300 }, (_, i) => Math.floor(i / 10));
    const tied = {
      ...input,
      columns: input.columns.map(({ values }) => ({
        values: values.map((_, i) => values[10 * copies[i]]),
      })),
      calibrated: undefined,
    };
    const flat = { ...features, kind: 'columns' as const, classes: 0, calibrated: undefined };
    const answer = stream(5, 'answers');
    const drawn = copies.map(() => answer.uniform());
    const p = Float32Array.from(copies, (c) => drawn[c]);
    const objective = { partial: squared, plus: p, minus: p.map((v) => 1 - v) };
    const size = (clusters?: number[]) =>
      Math.hypot(
        ...fitLinearScorer({ input: tied, features: flat, objective, clusters }).layers[0].weights,
      );
    expect(size(copies)).toBeLessThan(0.8 * size());
  });
});
