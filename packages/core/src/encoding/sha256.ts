/** SHA-256 (FIPS 180-4), synchronous and without Node or browser help: names artifacts by content. */
// Signed words: engines keep those as plain integers, and a command hashes its policy before it is warm.
const CONSTANTS = new Int32Array(64);
const START = new Int32Array(8);
{
  // The standard's constants are the first 32 fractional bits of the roots of the first primes.
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 4294967296);
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true;
    for (let d = 2; prime && d * d <= candidate; d++) prime = candidate % d !== 0;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(candidate));
    CONSTANTS[found++] = fraction(cubeRoot(candidate));
  }
}

/** Newton's iteration from above: exact enough for 32 fractional bits, the same on every engine. */
function cubeRoot(x: number): number {
  let root = x;
  for (let before = Infinity; root < before; ) {
    before = root;
    root = (2 * root + x / (root * root)) / 3;
  }
  return root;
}

/** SHA-256 of text, in hexadecimal: {@link sha256}, or what a platform offers that is faster. */
export type TextHash = (text: string) => string;

/** A running hash: feed bytes in any pieces, then ask for the hexadecimal digest once. */
export class Sha256 {
  #state = START.slice();
  #schedule = new Int32Array(64);
  #block = new Uint8Array(64);
  #filled = 0;
  #length = 0;

  update(data: Uint8Array | string): this {
    const bytes = typeof data === 'string' ? utf8(data) : data;
    this.#length += bytes.length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(64 - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < 64) return this;
      compress(this.#state, this.#schedule, this.#block, 0);
      this.#filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) compress(this.#state, this.#schedule, bytes, at);
    this.#block.set(bytes.subarray(at));
    this.#filled = bytes.length - at;
    return this;
  }

  digest(): string {
    const length = this.#length;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(length / 536870912));
    view.setUint32(padding.length - 4, (length << 3) >>> 0);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** One block of 64 bytes, in plain loops over local variables. */
function compress(state: Int32Array, w: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0, i = at; t < 16; t++, i += 4)
    w[t] = (bytes[i] << 24) | (bytes[i + 1] << 16) | (bytes[i + 2] << 8) | bytes[i + 3];
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15];
    const y = w[t - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The SHA-256 of bytes or text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return new Sha256().update(data).digest();
}

/** At most three bytes for each of its units; of a pair, four for both. */
function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    if (code < 0x80) {
      bytes[length++] = code;
      continue;
    }
    if (code < 0x800) bytes[length++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[length++] = 0xe0 | (code >> 12);
      else {
        bytes[length++] = 0xf0 | (code >> 18);
        bytes[length++] = 0x80 | ((code >> 12) & 63);
        i++; // the second half of the pair
      }
      bytes[length++] = 0x80 | ((code >> 6) & 63);
    }
    bytes[length++] = 0x80 | (code & 63);
  }
  return bytes.subarray(0, length);
}
