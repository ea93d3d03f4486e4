import { expBelowZero } from '../math/exp-below-zero.js';
import { log } from '../math/log.js';
import { logOf, type ProbabilityCalibration } from './calibration.js';

/**
 * Fits a calibration to labelled rows: the summed negative log-likelihood plus
 * (5/2)·(Σ bias² + (slope − 1)²), slope ≥ 0.02. Convex, so the answer is one; the penalty keeps the
 * slope of a perfect (or reversed) model finite and the biases summing to 0.
 *
 * Newton's steps are found by conjugate gradients, because a product with the Hessian costs one
 * walk over the rows while the Hessian itself would cost one for every class. In float64, in a
 * fixed order: the same bytes everywhere.
 */
export interface CalibrationRows {
  readonly label: ArrayLike<number>;
  /** rows × classes. */
  readonly model: ArrayLike<number>;
  readonly classes: number;
  /** Which rows count; all of `label` where left out. */
  readonly rows?: ArrayLike<number>;
}

const PENALTY = 5;
const LEAST_SLOPE = 0.02;
const MOST_STEPS = 50;

/** Fits a slope and biases that make the model's probabilities honest. */
export const fitCalibration = (
  rows: CalibrationRows,
  start?: ProbabilityCalibration,
): ProbabilityCalibration => fitToLogs(logRows(rows), start);

/** The logarithms of some rows' probabilities and their labels: several fits share them. */
export interface LogRows {
  readonly x: Float64Array;
  readonly y: Int32Array;
  readonly classes: number;
}

export function logRows({ label, model, classes, rows }: CalibrationRows): LogRows {
  const count = rows ? rows.length : label.length;
  const x = new Float64Array(count * classes);
  const y = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const row = rows ? rows[i] : i;
    y[i] = label[row];
    for (let c = 0; c < classes; c++) x[i * classes + c] = logOf(model[row * classes + c]);
  }
  return { x, y, classes };
}

/** Those of the rows for which `isIn` says so. */
export function someLogRows({ x, y, classes }: LogRows, isIn: (i: number) => boolean): LogRows {
  const rows = Uint32Array.from(y.keys()).filter(isIn);
  const some = new Float64Array(rows.length * classes);
  rows.forEach((row, i) => {
    some.set(x.subarray(row * classes, (row + 1) * classes), i * classes);
  });
  return { x: some, y: Int32Array.from(rows, (row) => y[row]), classes };
}

export function fitToLogs(
  { x, y, classes }: LogRows,
  start: ProbabilityCalibration = { slope: 1, biases: new Array(classes).fill(0) },
): ProbabilityCalibration {
  const count = y.length;
  const problem = new Problem(x, y, classes);
  let at = Float64Array.of(...start.biases, start.slope);
  let value = problem.evaluate(at);
  for (let step = 0; step < MOST_STEPS; step++) {
    // A slope that wants to go below its least value stays there.
    const held = at[classes] <= LEAST_SLOPE && problem.gradient[classes] > 0;
    if (held) problem.gradient[classes] = 0;
    const slack = problem.gradient.reduce((most, g) => Math.max(most, Math.abs(g)), 0);
    if (slack <= 1e-6 * count) break;
    const direction = problem.newtonDirection(held);
    const slope = problem.gradient.reduce((sum, g, k) => sum + g * direction[k], 0);
    let size = 1;
    if (at[classes] + direction[classes] < LEAST_SLOPE)
      size = Math.max(0, (LEAST_SLOPE - at[classes]) / direction[classes]);
    let moved = false;
    for (let halving = 0; halving < 40 && size > 0; halving++, size /= 2) {
      const next = at.map((v, k) => v + size * direction[k]);
      if (next[classes] < LEAST_SLOPE) next[classes] = LEAST_SLOPE;
      const found = problem.evaluate(next);
      if (found <= value + 1e-4 * size * slope) {
        at = next;
        value = found;
        moved = true;
        break;
      }
    }
    // Rounding allows no better point: this is the minimum.
    if (!moved) break;
  }
  return { slope: at[classes], biases: Array.from(at.subarray(0, classes)) };
}

/** The objective at one point, its gradient, and products with its Hessian there. */
class Problem {
  readonly gradient: Float64Array;
  readonly #q: Float64Array;
  readonly #diagonal: Float64Array;

  constructor(
    readonly x: Float64Array,
    readonly y: Int32Array,
    readonly classes: number,
  ) {
    this.gradient = new Float64Array(classes + 1);
    this.#diagonal = new Float64Array(classes + 1);
    this.#q = new Float64Array(x.length);
  }

  /** The objective; leaves gradient, probabilities and the Hessian's diagonal behind. */
  evaluate(at: Float64Array): number {
    const { x, y, classes, gradient } = this;
    const q = this.#q;
    const diagonal = this.#diagonal;
    const slope = at[classes];
    gradient.fill(0);
    diagonal.fill(PENALTY);
    let value = 0;
    let slopeGradient = 0;
    let slopeCurvature = 0;
    for (let i = 0; i < y.length; i++) {
      const from = i * classes;
      let top = Number.NEGATIVE_INFINITY;
      for (let c = 0; c < classes; c++) {
        const z = slope * x[from + c] + at[c];
        q[from + c] = z;
        if (z > top) top = z;
      }
      const truth = q[from + y[i]];
      let sum = 0;
      for (let c = 0; c < classes; c++) {
        q[from + c] = expBelowZero(q[from + c] - top);
        sum += q[from + c];
      }
      let mean = 0;
      let square = 0;
      for (let c = 0; c < classes; c++) {
        const share = q[from + c] / sum;
        q[from + c] = share;
        gradient[c] += share;
        diagonal[c] += share * (1 - share);
        mean += share * x[from + c];
        square += share * x[from + c] * x[from + c];
      }
      gradient[y[i]] -= 1;
      slopeGradient += mean - x[from + y[i]];
      slopeCurvature += square - mean * mean;
      value += top + log(sum) - truth;
    }
    let penalty = (slope - 1) * (slope - 1);
    for (let c = 0; c < classes; c++) {
      gradient[c] += PENALTY * at[c];
      penalty += at[c] * at[c];
    }
    gradient[classes] = slopeGradient + PENALTY * (slope - 1);
    diagonal[classes] += slopeCurvature;
    return value + (PENALTY / 2) * penalty;
  }

  /** −H⁻¹·gradient, closely enough, by conjugate gradients preconditioned with the diagonal. */
  newtonDirection(slopeHeld: boolean): Float64Array {
    const { gradient, classes } = this;
    const diagonal = this.#diagonal;
    const size = classes + 1;
    const solution = new Float64Array(size);
    const rest = gradient.map((g) => -g);
    let scaled = rest.map((r, k) => r / diagonal[k]);
    const step = Float64Array.from(scaled);
    let norm = dot(rest, scaled);
    const goal = 1e-6 * norm;
    for (let k = 0; k < 2 * size && norm > goal; k++) {
      const product = this.#timesHessian(step);
      if (slopeHeld) product[classes] = 0;
      const length = norm / dot(step, product);
      for (let j = 0; j < size; j++) {
        solution[j] += length * step[j];
        rest[j] -= length * product[j];
      }
      scaled = rest.map((r, j) => r / diagonal[j]);
      const next = dot(rest, scaled);
      const keep = next / norm;
      for (let j = 0; j < size; j++) step[j] = scaled[j] + keep * step[j];
      norm = next;
    }
    return solution;
  }

  #timesHessian(v: Float64Array): Float64Array {
    const { x, y, classes } = this;
    const q = this.#q;
    const result = v.map((value) => PENALTY * value);
    const slope = v[classes];
    let slopeResult = 0;
    for (let i = 0; i < y.length; i++) {
      const from = i * classes;
      let mean = 0;
      for (let c = 0; c < classes; c++) mean += q[from + c] * (slope * x[from + c] + v[c]);
      for (let c = 0; c < classes; c++) {
        const part = q[from + c] * (slope * x[from + c] + v[c] - mean);
        result[c] += part;
        slopeResult += part * x[from + c];
      }
    }
    result[classes] += slopeResult;
    return result;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
