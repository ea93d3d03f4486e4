import { InputError, type Promises } from '@cede/core';
import type { Counted } from '../counted-rows.js';

/** What may be promised, by name; costs and budgets in the table's own unit. */
export interface AskedPromises {
  /** At most this share of all cases handed over. */
  readonly maxRate?: number;
  /** At most this share of all cases wrong. */
  readonly maxError?: number;
  /** Of the cases that the model answers itself, at most this share wrong. */
  readonly maxKeptError?: number;
  /** At least this gain in accuracy over the model alone (0.01 is a point); with costs, a saving. */
  readonly minGain?: number;
  /** At most this mean cost per case, of errors and answers. */
  readonly maxCost?: number;
  /** At most this mean cost of answers per case. */
  readonly budget?: number;
}

/** The name of a promise that can be asked for. */
export type PromiseName = keyof AskedPromises;

/** What the rows must tell: scores are enough for a rate, and costs of answers for a budget. */
export type RowsNeeded = 'rate' | 'budget' | 'truth';

/** One kind of promise: a new one is a new file here, and its words in @cede/report. */
export interface PromiseKind {
  readonly name: PromiseName;
  readonly needs: RowsNeeded;
  /** Whether it depends on what the expert answers, so that a missing answer has to count as something. */
  readonly goesByExpert: boolean;
  /** What has to be counted on the rows; where left out, whatever the others count. */
  readonly counts?: Counted['what'];
  /** Promises that can't be tested together with it. */
  readonly excludes: readonly PromiseName[];
  /** The same promise about values in [0, 1]. Throws a {@link PromiseError} where there is none. */
  scaled(value: number, counted: Counted): Promises;
}

/** Why a promise can't be tested. */
export type PromiseRefusal =
  /** Nothing was promised. */
  | { readonly reason: 'none' }
  /** Two that exclude each other. */
  | { readonly reason: 'together'; readonly promise: PromiseName; readonly with: PromiseName }
  /** Outside of what it can be: above 0 and below `largest`. */
  | {
      readonly reason: 'range';
      readonly promise: PromiseName;
      readonly value: number;
      readonly largest: number;
    }
  /** A share of wrong answers, where rows count what errors cost. */
  | { readonly reason: 'costs-counted'; readonly promise: PromiseName; readonly matrix: boolean };

/** A promise that can't be tested; a command says it in the words of its options. */
export class PromiseError extends InputError {
  constructor(
    message: string,
    readonly refusal: PromiseRefusal,
  ) {
    super(message);
  }
}

/** A value that must lie strictly between 0 and the largest it can be. */
export function insistOnRange(promise: PromiseName, value: number, largest: number): void {
  if (value > 0 && value < largest) return;
  throw new PromiseError(
    `promise ${promise}: must lie between 0 and ${+largest.toPrecision(6)}, got ${value} instead.`,
    { reason: 'range', promise, value, largest },
  );
}
