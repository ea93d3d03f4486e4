import fc from 'fast-check';
import { klWeight } from '../src/ideal/weights.js';

/**
 * A finite world: a few points x with masses, a posterior over labels at each, and the losses of
 * model and expert for every (x, y). Everything the theorems speak of is a finite sum here.
 */
export interface World {
  /** P(x). */
  readonly mass: number[];
  /** P(y|x), one row a point. */
  readonly posterior: number[][];
  readonly modelLoss: number[][];
  readonly expertLoss: number[][];
}

export const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Numbers with few digits, so that counter-examples read well and no sum is lost to rounding. */
const hundredths = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((n) => n / 100);

const shares = (length: number) =>
  fc
    .array(fc.integer({ min: 1, max: 20 }), { minLength: length, maxLength: length })
    .map((parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0);
      return parts.map((part) => part / total);
    });

/** Losses in [0, largest]; `binary` ones are 0 or 1. */
export function worlds({ largest = 2, binary = false } = {}): fc.Arbitrary<World> {
  const loss = binary ? fc.constantFrom(0, 1) : hundredths(0, largest * 100);
  return fc
    .record({ points: fc.integer({ min: 1, max: 5 }), labels: fc.integer({ min: 2, max: 4 }) })
    .chain(({ points, labels }) => {
      const rows = <T>(row: fc.Arbitrary<T>) =>
        fc.array(row, { minLength: points, maxLength: points });
      const losses = rows(fc.array(loss, { minLength: labels, maxLength: labels }));
      return fc.record({
        mass: shares(points),
        posterior: rows(shares(labels)),
        modelLoss: losses,
        expertLoss: losses,
      });
    });
}

export const temperature = hundredths(5, 300);

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const expectation = (weights: readonly number[], values: readonly number[]) =>
  sum(weights.map((weight, i) => weight * values[i]));
export const variance = (weights: readonly number[], values: readonly number[]) =>
  expectation(
    weights,
    values.map((value) => (value - expectation(weights, values)) ** 2),
  );

/** E[exp(−ℓ/γ) | x] and exp(−E[ℓ|x]/γ). */
export const jointWeight = (posterior: number[], losses: number[], gamma: number) =>
  expectation(
    posterior,
    losses.map((loss) => klWeight(loss, gamma)),
  );
export const marginalOf = (posterior: number[], losses: number[], gamma: number) =>
  klWeight(expectation(posterior, losses), gamma);
