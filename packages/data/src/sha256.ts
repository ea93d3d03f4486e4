/** What a hash needs to offer; Node's own does too, and gives the same bytes faster. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** The hash in hexadecimal letters. */
  finish(): string;
}

/** SHA-256 (FIPS 180-4) without Node, at once rather than through a promise as in browsers. */
export function sha256(): Hasher {
  const state = Int32Array.from(FIRST);
  const block = new Uint8Array(64);
  const schedule = new Int32Array(64);
  let filled = 0;
  let length = 0;
  return {
    update(bytes) {
      length += bytes.length;
      let at = 0;
      if (filled > 0) {
        at = Math.min(64 - filled, bytes.length);
        block.set(bytes.subarray(0, at), filled);
        filled += at;
        if (filled < 64) return;
        compress(state, schedule, block, 0);
      }
      for (; at + 64 <= bytes.length; at += 64) compress(state, schedule, bytes, at);
      filled = bytes.length - at;
      block.set(bytes.subarray(at));
    },
    finish() {
      const tail = new Uint8Array(filled < 56 ? 64 : 128);
      tail.set(block.subarray(0, filled));
      tail[filled] = 0x80;
      new DataView(tail.buffer).setBigUint64(tail.length - 8, BigInt(length) * 8n);
      for (let at = 0; at < tail.length; at += 64) compress(state, schedule, tail, at);
      return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}

function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let i = 0; i < 16; i++) {
    const from = at + 4 * i;
    w[i] =
      (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15]!;
    const y = w[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** The constants are the leading bits of the roots of primes, so they are computed, not copied. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** The first 32 bits behind the point of the k-th root of n, in exact integer arithmetic. */
function rootBits(n: number, k: 2n | 3n): number {
  const scaled = BigInt(n) << (32n * k);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** k <= scaled) low = middle;
    else high = middle;
  }
  return Number(BigInt.asUintN(32, low)) | 0;
}

const FIRST = Int32Array.from(primes(8), (prime) => rootBits(prime, 2n));
const ROUND = Int32Array.from(primes(64), (prime) => rootBits(prime, 3n));
