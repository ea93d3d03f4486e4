import { exp } from '../math/exp.js';
import { log } from '../math/log.js';

/**
 * A model that was trained on long-tailed or corrupted labels is sure in the wrong classes. Its
 * probabilities are corrected as q = softmax(slope · log max(p, floor) + bias), one slope and one
 * bias a class, fitted on labelled rows (fit-calibration.ts).
 */
export interface ProbabilityCalibration {
  readonly slope: number;
  /** One a class. */
  readonly biases: readonly number[];
}

/** Logarithms of probabilities are floored here. */
export const PROBABILITY_FLOOR = 1e-6;

/** log(1 − q) is floored here: beyond it a doubt is no longer told from none. */
const LEAST_DOUBT = log(1e-7);

/** What a calibration says of a row: three numbers. */
export const CALIBRATED_FEATURES = ['answer', 'doubt', 'entropy'] as const;

export const logOf = (p: number): number => log(Math.max(p, PROBABILITY_FLOOR));

/** The calibrated probabilities of one row, into `out`. */
export function calibrateRow(
  { slope, biases }: ProbabilityCalibration,
  p: ArrayLike<number>,
  offset: number,
  out: Float64Array,
): void {
  const classes = biases.length;
  let top = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < classes; c++) {
    out[c] = slope * logOf(p[offset + c]) + biases[c];
    if (out[c] > top) top = out[c];
  }
  let sum = 0;
  for (let c = 0; c < classes; c++) {
    out[c] = exp(out[c] - top);
    sum += out[c];
  }
  for (let c = 0; c < classes; c++) out[c] /= sum;
}

/**
 * The three features of one row, not yet standardised: the calibrated probability q of the model's
 * own answer, log(1 − q), and the entropy of all calibrated probabilities. The doubt is the sum of
 * the *other* classes, never 1 minus something near 1. Plainly, in float64: the twin of
 * kernel/calibrated.ts.
 */
export function calibratedFeatures(
  { slope, biases }: ProbabilityCalibration,
  p: ArrayLike<number>,
  offset: number,
  answer: number,
  out: { [index: number]: number },
  at: number,
): void {
  const classes = biases.length;
  let top = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < classes; c++) top = Math.max(top, slope * logOf(p[offset + c]) + biases[c]);
  let sum = 0;
  let others = 0;
  let weighted = 0;
  for (let c = 0; c < classes; c++) {
    const z = slope * logOf(p[offset + c]) + biases[c] - top;
    const e = exp(z);
    sum += e;
    if (c !== answer) others += e;
    weighted += e * z;
  }
  out[at] = (sum - others) / sum;
  out[at + 1] = Math.max(LEAST_DOUBT, log(others / sum));
  out[at + 2] = log(sum) - weighted / sum;
}
