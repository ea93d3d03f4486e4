import { predictedClass } from '../loss/loss.js';
import { log } from '../math/log.js';
import { logFloored } from './fit-spec.js';
import { type FeatureSpec, topCount } from './spec.js';

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
): number {
  let position = at;
  if (spec.kind === 'paper' || spec.kind === 'full') {
    out[position++] = entropy(p, offset, spec.classes);
    position = largest(p, offset, spec.classes, topCount(spec), out, position);
  } else if (spec.kind === 'linear') {
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
  appendStandardised(spec, p, offset, columns, out, position);
  return spec.classes > 0 ? predictedClass(p, offset, spec.classes) : -1;
}

/** What follows the kernel's own features: standardised log-probabilities and columns. */
export function appendStandardised(
  spec: FeatureSpec,
  p: ArrayLike<number>,
  offset: number,
  columns: (j: number) => number,
  out: Float32Array,
  at: number,
): void {
  let position = at;
  if (spec.logProbabilities) {
    for (let c = 0; c < spec.classes; c++) {
      const { mean, deviation } = spec.logProbabilities[c];
      out[position++] = (logFloored(p[offset + c]) - mean) / deviation;
    }
  }
  for (let j = 0; j < spec.columns.length; j++) {
    const { mean, deviation } = spec.columns[j];
    out[position++] = (columns(j) - mean) / deviation;
  }
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
