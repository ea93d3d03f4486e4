import type { Promises } from '@cede/core';
import type { Counted } from '@cede/study';
import { amount, percent, points } from './numbers.js';

/** One promise of a certificate in words: what it is called, and what it says. */
interface PromiseWords {
  /** "largest error" */
  readonly name: (what: Counted['what']) => string;
  /** "error at most 5.00 %" */
  readonly said: (value: number, counted: Pick<Counted, 'what' | 'scale'>) => string;
  /** The value alone. */
  readonly shown: (value: number, counted: Pick<Counted, 'what' | 'scale'>) => string;
}

/** Values are shares; people read costs in the table's unit. */
const inUnit = (value: number, { what, scale }: Pick<Counted, 'what' | 'scale'>): string =>
  what === 'error' ? percent(value, 2) : amount(scale * value);

/** In the order in which they are said. */
export const PROMISE_WORDS: Readonly<Record<keyof Promises, PromiseWords>> = {
  maxError: {
    name: (what) => (what === 'error' ? 'largest error' : `largest ${costName(what)}`),
    said: (value, counted) =>
      `${counted.what === 'error' ? 'error' : costName(counted.what)} at most ${inUnit(value, counted)}`,
    shown: inUnit,
  },
  maxKeptError: {
    name: () => 'largest error among kept cases',
    said: (value) => `at most ${percent(value, 2)} wrong among the cases that the model keeps`,
    shown: (value) => percent(value, 2),
  },
  maxCost: {
    name: () => 'largest mean cost',
    said: (value) => `mean cost at most ${amount(value)}`,
    shown: (value) => amount(value),
  },
  budget: {
    name: () => 'largest mean cost of answers',
    said: (value) => `mean cost of answers at most ${amount(value)}`,
    shown: (value) => amount(value),
  },
  maxRate: {
    name: () => 'largest rate',
    said: (value) => `rate at most ${percent(value, 2)}`,
    shown: (value) => percent(value, 2),
  },
  minGain: {
    name: (what) => (what === 'cost' ? 'least saving' : 'least gain'),
    said: (value, counted) =>
      counted.what === 'error'
        ? `gain at least ${points(value, 2)} points`
        : `saving at least ${inUnit(value, counted)}`,
    shown: (value, counted) =>
      counted.what === 'error' ? `${points(value, 2)} points` : inUnit(value, counted),
  },
};

/** "error at most 5.0 % and rate at most 20.0 %" */
export const promiseText = (promises: Promises, counted: Pick<Counted, 'what' | 'scale'>): string =>
  (Object.keys(PROMISE_WORDS) as (keyof Promises)[])
    .flatMap((name) => {
      const value = promises[name];
      return value === undefined ? [] : [PROMISE_WORDS[name].said(value, counted)];
    })
    .join(' and ');

/** To two digits, and never rounded up: "95 %", "98.75 %". */
export const confidenceText = (confidence: number): string =>
  `${Math.floor(1e4 * confidence + 1e-6) / 100} %`;

/** What a mean cost counts, in words. */
export const costName = (what: Counted['what']): string =>
  what === 'answers' ? 'mean cost of answers' : 'mean cost';
