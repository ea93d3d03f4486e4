import { predictedClass } from '../loss/loss.js';
import { log } from '../math/log.js';
import { calibratedFeatures, logOf } from '../probabilities/calibration.js';
import { writeColumn } from './column-spec.js';
import type { InputRows } from './input-rows.js';
import { type CalibratedSpec, type FeatureSpec, partsOf, topCount } from './spec.js';

/**
 * The dense features of one row, plainly: the twin of kernel/features.ts, and the only code for
 * what the kernel doesn't do (`linear`, logs, columns). Writes from `out[at]` and returns the
 * predicted class (−1 where there are no classes).
 */
export function rowFeatures(
  spec: FeatureSpec,
  p: ArrayLike<number>,
  offset: number,
  columns: (j: number) => number,
  out: Float32Array,
  at: number,
  calibrated?: CalibratedRow,
): number {
  let position = at;
  const { opening } = partsOf(spec.kind);
  if (opening === 'largest') {
    out[position++] = entropy(p, offset, spec.classes);
    position = largest(p, offset, spec.classes, topCount(spec), out, position);
  } else if (opening === 'margins') {
    const first = predictedClass(p, offset, spec.classes);
    let second = 0;
    for (let c = 0; c < spec.classes; c++)
      if (c !== first) second = Math.max(second, p[offset + c]);
    const top = p[offset + first];
    out[position++] = top;
    out[position++] = top - second;
    out[position++] = top * top;
    out[position++] = entropy(p, offset, spec.classes);
  }
  appendStandardised(spec, p, offset, columns, out, position, calibrated);
  return spec.classes > 0 ? predictedClass(p, offset, spec.classes) : -1;
}

/** The dense features of one row of inputs; see {@link rowFeatures}. */
export function inputFeatures(
  spec: FeatureSpec,
  { model, columns, calibrated }: InputRows,
  row: number,
  out: Float32Array,
  at: number,
  byKernel = false,
): number {
  return rowFeatures(
    spec,
    model ?? [],
    row * spec.classes,
    (j) => columns[j].values[row],
    out,
    at,
    calibrated ? (k) => calibrated[3 * row + k] : byKernel ? 'by-kernel' : undefined,
  );
}

/** What follows the opening of one row of inputs; see {@link appendStandardised}. */
export function inputRest(
  spec: FeatureSpec,
  { model, columns, calibrated }: InputRows,
  row: number,
  out: Float32Array,
  at: number,
  byKernel: boolean,
): void {
  appendStandardised(
    spec,
    model ?? [],
    row * spec.classes,
    (j) => columns[j].values[row],
    out,
    at,
    calibrated ? (k) => calibrated[3 * row + k] : byKernel ? 'by-kernel' : undefined,
  );
}

/** The three calibrated numbers of a fitting row, as they were cross-fitted; or the kernel writes them. */
export type CalibratedRow = ((k: number) => number) | 'by-kernel';

/** What follows the opening: the square, standardised log-probabilities, calibrated numbers, columns. */
export function appendStandardised(
  spec: FeatureSpec,
  p: ArrayLike<number>,
  offset: number,
  columns: (j: number) => number,
  out: Float32Array,
  at: number,
  calibrated?: CalibratedRow,
): void {
  let position = at;
  if (partsOf(spec.kind).square) {
    const top = p[offset + predictedClass(p, offset, spec.classes)];
    out[position++] = top * top;
  }
  if (spec.logProbabilities) {
    for (let c = 0; c < spec.classes; c++) {
      const { mean, deviation } = spec.logProbabilities[c];
      out[position++] = (logOf(p[offset + c]) - mean) / deviation;
    }
  }
  if (spec.calibrated)
    position = appendCalibrated(spec.calibrated, p, offset, out, position, calibrated);
  for (let j = 0; j < spec.columns.length; j++) {
    const column = spec.columns[j];
    if (column.levels || column.missing) position = writeColumn(column, columns(j), out, position);
    else out[position++] = (columns(j) - column.mean) / column.deviation;
  }
}

const three = new Float64Array(3);

function appendCalibrated(
  spec: CalibratedSpec,
  p: ArrayLike<number>,
  offset: number,
  out: Float32Array,
  at: number,
  known?: CalibratedRow,
): number {
  if (known === 'by-kernel') return at + 3;
  if (!known)
    calibratedFeatures(spec, p, offset, predictedClass(p, offset, spec.biases.length), three, 0);
  for (let k = 0; k < 3; k++) {
    const { mean, deviation } = spec.features[k];
    out[at + k] = ((known ? known(k) : three[k]) - mean) / deviation;
  }
  return at + 3;
}

export function entropy(p: ArrayLike<number>, offset: number, classes: number): number {
  let sum = 0;
  for (let c = 0; c < classes; c++) {
    const value = p[offset + c];
    if (value > 0) sum -= value * log(value);
  }
  return sum;
}

function largest(
  p: ArrayLike<number>,
  offset: number,
  classes: number,
  top: number,
  out: Float32Array,
  at: number,
): number {
  for (let c = 0; c < classes; c++) {
    const value = p[offset + c];
    const held = Math.min(c, top);
    if (held === top && value <= out[at + top - 1]) continue;
    let slot = held === top ? top - 1 : held;
    for (; slot > 0 && out[at + slot - 1] < value; slot--) out[at + slot] = out[at + slot - 1];
    out[at + slot] = value;
  }
  return at + top;
}
