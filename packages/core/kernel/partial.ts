// The partial losses of one row: value and slope of a·plus(v) + b·minus(v), v = head(raw).
// Scalar float64, because exp and log must be exact to the last bits of float32.

export const SQUARED: i32 = 0;
export const LOGISTIC: i32 = 1;
export const LSIF: i32 = 2;
export const KLIEP: i32 = 3;
export const EXPONENTIAL: i32 = 4;

// KLIEP divides by v = softplus(raw), which underflows only where raw < −700.
const SMALLEST: f64 = 1e-300;

/** The slope where `value` was last asked for: both need the same exp, which takes most of the time. */
export let slope: f64 = 0;

export function value(kind: i32, raw: f64, a: f64, b: f64): f64 {
  if (kind == SQUARED) {
    slope = 2 * (a * (raw - 1) + b * (raw + 1));
    return a * (raw - 1) * (raw - 1) + b * (raw + 1) * (raw + 1);
  }
  if (kind == LSIF) {
    slope = b * raw - a;
    return 0.5 * b * raw * raw - a * raw;
  }
  if (kind == EXPONENTIAL) {
    const up = NativeMath.exp(raw);
    const down = NativeMath.exp(-raw);
    slope = a * up - b * down;
    return a * up + b * down;
  }
  const e = NativeMath.exp(-Math.abs(raw));
  const bend = NativeMath.log1p(e);
  const sigmoid = raw >= 0 ? 1 / (1 + e) : e / (1 + e);
  const softplus = Math.max(raw, 0) + bend;
  if (kind == LOGISTIC) {
    slope = b * sigmoid - a * (1 - sigmoid);
    return a * (Math.max(-raw, 0) + bend) + b * softplus;
  }
  const v = Math.max(softplus, SMALLEST);
  slope = (b - a / v) * sigmoid;
  return b * softplus - a * NativeMath.log(v);
}

/** What the network's user sees of a raw output. */
export function head(kind: i32, raw: f32): f32 {
  if (kind != KLIEP) return raw;
  return <f32>(Math.max(raw, 0) + NativeMath.log1p(NativeMath.exp(-Math.abs(raw))));
}
