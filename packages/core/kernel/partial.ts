// The partial losses of one row: value and slope of a·plus(v) + b·minus(v), v = head(raw).
// Scalar float64, because exp and log must be exact to the last bits of float32.

export const SQUARED: i32 = 0;
export const LOGISTIC: i32 = 1;
export const LSIF: i32 = 2;
export const KLIEP: i32 = 3;
export const EXPONENTIAL: i32 = 4;

@inline
function softplus(v: f64): f64 { return Math.max(v, 0) + NativeMath.log1p(NativeMath.exp(-Math.abs(v))); }

@inline
function sigmoid(v: f64): f64 {
  const e = NativeMath.exp(-Math.abs(v));
  return v >= 0 ? 1 / (1 + e) : e / (1 + e);
}

// KLIEP divides by v = softplus(raw), which underflows only where raw < −700.
const SMALLEST: f64 = 1e-300;

export function slope(kind: i32, raw: f64, a: f64, b: f64): f64 {
  if (kind == SQUARED) return 2 * (a * (raw - 1) + b * (raw + 1));
  if (kind == LOGISTIC) { const s = sigmoid(raw); return b * s - a * (1 - s); }
  if (kind == LSIF) return b * raw - a;
  if (kind == KLIEP) return (b - a / Math.max(softplus(raw), SMALLEST)) * sigmoid(raw);
  return a * NativeMath.exp(raw) - b * NativeMath.exp(-raw);
}

export function value(kind: i32, raw: f64, a: f64, b: f64): f64 {
  if (kind == SQUARED) return a * (raw - 1) * (raw - 1) + b * (raw + 1) * (raw + 1);
  if (kind == LOGISTIC) return a * softplus(-raw) + b * softplus(raw);
  if (kind == LSIF) return 0.5 * b * raw * raw - a * raw;
  if (kind == KLIEP) { const v = softplus(raw); return b * v - a * NativeMath.log(Math.max(v, SMALLEST)); }
  return a * NativeMath.exp(raw) + b * NativeMath.exp(-raw);
}

/** What the network's user sees of a raw output. */
export function head(kind: i32, raw: f32): f32 {
  return kind == KLIEP ? <f32>softplus(raw) : raw;
}
