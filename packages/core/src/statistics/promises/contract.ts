/**
 * A kind of promise that a threshold can carry: one member a file, listed in registry.ts. A member
 * knows how to test its promise on rows that nobody has looked at, and how to describe it; what it
 * is called on the command line and in sentences is told elsewhere.
 */
import type { PreparedRows } from '../certifying-rows.js';

/** What was asked for, by kind; shares are fractions, costs in the table's unit. */
export interface Promises {
  /** Share of all rows that the system gets wrong. */
  readonly maxError?: number;
  /** Of the rows that the model answers itself, the share it gets wrong. */
  readonly maxKeptError?: number;
  /** Share of all rows handed over. */
  readonly maxRate?: number;
  /** Accuracy over all rows, above the model alone; 0.01 is one point. */
  readonly minGain?: number;
  /** Mean cost of a case: errors and answers. */
  readonly maxCost?: number;
  /** Mean cost of the answers of a case. */
  readonly budget?: number;
}

/** What a promise is called. */
export type PromiseName = keyof Promises;

/** What was estimated at a threshold of the grid from rows that certify nothing. */
export interface GridEstimate {
  readonly rate: number;
  /** How many rows the estimates rest on, where that is known. */
  readonly rows?: number;
  readonly error?: number;
  readonly keptError?: number;
  readonly gain?: number;
  readonly cost?: number;
  readonly spending?: number;
  /** The largest cost, and the largest cost of answers, to put means on a scale. */
  readonly largestCost?: number;
  readonly largestSpending?: number;
}

/** One kind of promise: its tests, its bounds, and what rows it needs. */
export interface PromiseKind {
  readonly name: PromiseName;
  /** Whether a smaller number is the stronger promise. */
  readonly direction: 'at most' | 'at least';
  /** What can be asked for, ends included; null where the rows tell (costs). */
  readonly range: readonly [number, number] | null;
  /** Why these rows can't carry it; undefined where they can. */
  whyNot(rows: PreparedRows): string | undefined;
  /** The p-value of the promise being broken: small means it holds. */
  test(rows: PreparedRows, threshold: number, bound: number, delta: number, seed: number): number;
  /** The other way round: small means it is broken. */
  brokenTest(rows: PreparedRows, threshold: number, bound: number, delta: number): number;
  /** The strongest bound that these rows certify at this threshold alone. */
  boundAt(rows: PreparedRows, threshold: number, delta: number): number;
  /** What the rows show (descriptive). */
  estimate(rows: PreparedRows, threshold: number): number;
  /** Rows that would certify it with a chance of 80 %, if the estimates are the truth. */
  rowsNeeded(rows: PreparedRows, threshold: number, bound: number, delta: number): number;
  /** The chance that n rows pass at δ, by what was estimated: decides where a walk begins. */
  chance(estimate: GridEstimate, bound: number, rows: number, delta: number): number | undefined;
}
