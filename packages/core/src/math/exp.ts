/**
 * exp, the same bytes on every engine. `Math.exp` may differ in the last bit between engines
 * and versions, and a policy must not: so we reduce x = k·ln 2 + r with |r| ≤ ln 2 / 2, sum the
 * Taylor series of r (14 terms: below half an ulp) and scale by 2^k with exact arithmetic.
 */
const LN2_HIGH = 0.6931471803691238; // 33 significant bits: k · LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10;
const INVERSE_LN2 = Math.LOG2E;

const bits = new DataView(new ArrayBuffer(8));

/** e to the power of x, with the same last bit in every engine. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.2) return 0;
  const k = Math.round(x * INVERSE_LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // Written out: the divisions then run side by side.
  let sum = r / 13;
  sum = (sum + 1) * (r / 12);
  sum = (sum + 1) * (r / 11);
  sum = (sum + 1) * (r / 10);
  sum = (sum + 1) * (r / 9);
  sum = (sum + 1) * (r / 8);
  sum = (sum + 1) * (r / 7);
  sum = (sum + 1) * (r / 6);
  sum = (sum + 1) * (r / 5);
  sum = (sum + 1) * (r / 4);
  sum = (sum + 1) * (r / 3);
  sum = (sum + 1) * (r / 2);
  return scale(1 + (r + r * sum), k);
}

/** exp(x) − 1 without cancellation near 0. */
export function expm1(x: number): number {
  if (Math.abs(x) > 0.35) return exp(x) - 1;
  let sum = 0;
  for (let n = 14; n >= 2; n--) sum = (sum + 1) * (x / n);
  return x + x * sum;
}

/** value · 2^k, in two steps where 2^k alone would be subnormal or overflow. */
export function scale(value: number, k: number): number {
  if (k > 1023) return value * powerOfTwo(1023) * powerOfTwo(k - 1023);
  if (k < -1022) return value * powerOfTwo(k + 200) * powerOfTwo(-200);
  return value * powerOfTwo(k);
}

function powerOfTwo(k: number): number {
  bits.setUint32(0, (k + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
