/**
 * log, the same bytes on every engine (see exp.ts). x = 2^k · m with m in [√½, √2), then
 * log m = 2·atanh(s), s = (m − 1)/(m + 1), |s| ≤ 0.172: eleven odd terms are exact to an ulp.
 */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const bits = new DataView(new ArrayBuffer(8));

/** The natural logarithm, with the same last bit in every engine. */
export function log(x: number): number {
  if (Number.isNaN(x) || x < 0) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  let k = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984; // 2^54 lifts a subnormal
    k = -54;
  }
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  k += (high >>> 20) - 1023;
  bits.setUint32(0, (high & 0x000fffff) | 0x3ff00000);
  let m = bits.getFloat64(0);
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  return k * LN2_HIGH + (logNearOne(m - 1) + k * LN2_LOW);
}

/** log(1 + x) without cancellation near 0. */
export function log1p(x: number): number {
  return x > -0.29 && x < 0.41 ? logNearOne(x) : log(1 + x);
}

/** log(1 + f) for f in [√½ − 1, √2 − 1]. */
function logNearOne(f: number): number {
  const s = f / (2 + f);
  const s2 = s * s;
  // Written out: the engine then knows the fractions and divides nothing.
  let sum = (1 / 23) * s2;
  sum = (sum + 1 / 21) * s2;
  sum = (sum + 1 / 19) * s2;
  sum = (sum + 1 / 17) * s2;
  sum = (sum + 1 / 15) * s2;
  sum = (sum + 1 / 13) * s2;
  sum = (sum + 1 / 11) * s2;
  sum = (sum + 1 / 9) * s2;
  sum = (sum + 1 / 7) * s2;
  sum = (sum + 1 / 5) * s2;
  sum = (sum + 1 / 3) * s2;
  // 2s = f − s·f, so the leading term keeps all the bits of f.
  return f - s * (f - 2 * sum);
}
