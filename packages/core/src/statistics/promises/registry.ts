/** Every kind of promise, in the order in which several are told. A new one is a file and a line here. */
import { insist } from '../../error.js';
import type { PreparedRows } from '../certifying-rows.js';
import { budget } from './budget.js';
import type { PromiseKind, PromiseName, Promises } from './contract.js';
import { maxCost } from './max-cost.js';
import { maxError } from './max-error.js';
import { maxKeptError } from './max-kept-error.js';
import { maxRate } from './max-rate.js';
import { minGain } from './min-gain.js';

/** Every kind of promise that a threshold can carry, in the order in which several are told. */
export const PROMISES: readonly PromiseKind[] = [
  maxError,
  maxKeptError,
  maxCost,
  budget,
  maxRate,
  minGain,
];

/** The kinds that were asked for, each with its bound. */
export const askedOf = (
  promises: Promises,
): readonly { readonly kind: PromiseKind; readonly bound: number }[] =>
  PROMISES.flatMap((kind) => {
    const bound = promises[kind.name];
    return bound === undefined ? [] : [{ kind, bound }];
  });

export type PValues = { readonly [name in PromiseName]?: number };

/** The p-value of each promise asked for: small means it holds. */
export const promiseTests = (
  rows: PreparedRows,
  threshold: number,
  promises: Promises,
  delta: number,
  seed: number,
): PValues => each(promises, (kind, bound) => kind.test(rows, threshold, bound, delta, seed));

/** The other way round: small means it is broken. */
export const brokenTests = (
  rows: PreparedRows,
  threshold: number,
  promises: Promises,
  delta: number,
): PValues => each(promises, (kind, bound) => kind.brokenTest(rows, threshold, bound, delta));

/** Bounds at one threshold, each with confidence 1 − δ on its own; only those in `wanted`. */
export const boundsAt = (
  rows: PreparedRows,
  threshold: number,
  delta: number,
  wanted: Promises,
): Promises => each(wanted, (kind) => kind.boundAt(rows, threshold, delta));

function each(promises: Promises, of: (kind: PromiseKind, bound: number) => number): PValues {
  const found: { [name in PromiseName]?: number } = {};
  for (const { kind, bound } of askedOf(promises)) found[kind.name] = of(kind, bound);
  return found;
}

export function checkPromises(promises: Promises, rows: PreparedRows): void {
  const asked = askedOf(promises);
  insist(
    asked.length > 0,
    () =>
      'certificate: no promise was asked for; give a largest error, a largest rate, a least gain or a largest cost.',
  );
  for (const { kind, bound } of asked) {
    const why = kind.whyNot(rows);
    insist(why === undefined, () => why!);
    const [low, high] = kind.range ?? [Number.MIN_VALUE, Number.MAX_VALUE];
    insist(
      bound >= low && bound <= high,
      () =>
        `certificate: found ${WORDS[kind.name]} ${bound}, expected ${kind.range ? 'a fraction between 0 and 1 (0.05 for 5 %)' : 'an amount above 0'}.`,
    );
  }
}

const WORDS: { readonly [name in PromiseName]-?: string } = {
  maxError: 'the largest error',
  maxKeptError: 'the largest error among kept cases',
  maxRate: 'the largest rate',
  minGain: 'the least gain',
  maxCost: 'the largest mean cost',
  budget: 'the budget',
};
