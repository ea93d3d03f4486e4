/** SHA-256 (FIPS 180-4), synchronous and without Node or browser help: names artifacts by content. */
const CONSTANTS = new Uint32Array(64);
const START = new Uint32Array(8);
{
  // The standard's constants are the first 32 fractional bits of the roots of the first primes.
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 4294967296);
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let prime = true;
    for (let d = 2; d * d <= candidate; d++) if (candidate % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(candidate));
    CONSTANTS[found++] = fraction(cubeRoot(candidate));
  }
}

/** Newton's iteration from above: exact enough for 32 fractional bits, the same on every engine. */
function cubeRoot(x: number): number {
  let root = x;
  for (let i = 0; i < 100; i++) root = (2 * root + x / (root * root)) / 3;
  return root;
}

/** A running hash: feed bytes in any pieces, then ask for the hexadecimal digest once. */
export class Sha256 {
  #state = START.slice();
  #schedule = new Uint32Array(64);
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
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; at + 64 <= bytes.length; at += 64) this.#compress(bytes, at);
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
    return Array.from(this.#state, (word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, at: number): void {
    const w = this.#schedule;
    for (let t = 0; t < 16; t++) {
      const i = at + 4 * t;
      w[t] = (bytes[i] << 24) | (bytes[i + 1] << 16) | (bytes[i + 2] << 8) | bytes[i + 3];
    }
    for (let t = 16; t < 64; t++) {
      const a = w[t - 15];
      const b = w[t - 2];
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      w[t] = (w[t - 16] + s0 + w[t - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = this.#state;
    for (let t = 0; t < 64; t++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[t] + w[t]) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
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
    const state = this.#state;
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] += value;
    });
  }
}

/** The SHA-256 of bytes or text, in hexadecimal. */
export function sha256(data: Uint8Array | string): string {
  return new Sha256().update(data).digest();
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return Uint8Array.from(bytes);
}
