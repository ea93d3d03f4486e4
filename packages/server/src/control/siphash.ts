/**
 * SipHash-2-4 with 128 bits: a short keyed hash that nobody can steer without the key. The message
 * is a number and then a text, 16 bits for each unit. Written for 32-bit integers, because a call
 * into the crypto library, with its buffers, takes four times as long.
 * Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012.
 */
export type SipHash = (first: number, text: string) => void;

/** `out` receives four 32-bit numbers. `key` is 32 hexadecimal digits. */
export function createSipHash(key: string, out: Uint32Array): SipHash {
  const word = (at: number) => {
    const bytes = key
      .slice(8 * at, 8 * at + 8)
      .match(/../g)!
      .reverse()
      .join('');
    return Number.parseInt(bytes, 16) | 0;
  };
  const [k0, k1, k2, k3] = [word(0), word(1), word(2), word(3)];
  // v0 … v3, each as its low and its high half.
  const v = new Int32Array(8);
  const block = (low: number, high: number): void => {
    v[6] ^= low;
    v[7] ^= high;
    rounds(v, 2);
    v[0] ^= low;
    v[1] ^= high;
  };
  return (first, text) => {
    v[0] = k0 ^ 0x70736575;
    v[1] = k1 ^ 0x736f6d65;
    v[2] = k2 ^ 0x6e646f6d ^ 0xee; // 0xee: 128 bits are asked for
    v[3] = k3 ^ 0x646f7261;
    v[4] = k0 ^ 0x6e657261;
    v[5] = k1 ^ 0x6c796765;
    v[6] = k2 ^ 0x79746573;
    v[7] = k3 ^ 0x74656462;
    const units = text.length + 1;
    let at = 0;
    // The first block begins with the number, so the text is one unit behind.
    let unit = first & 0xffff;
    for (; at + 4 <= units; at += 4) {
      const low = unit | (text.charCodeAt(at) << 16);
      block(low, text.charCodeAt(at + 1) | (text.charCodeAt(at + 2) << 16));
      unit = text.charCodeAt(at + 3);
    }
    // What is left over, and the length in bytes.
    const left = units - at;
    const second = left > 1 ? text.charCodeAt(at) : 0;
    const third = left > 2 ? text.charCodeAt(at + 1) : 0;
    block((left > 0 ? unit : 0) | (second << 16), third | ((2 * units) << 24));
    v[4] ^= 0xee;
    rounds(v, 4);
    out[0] = v[0] ^ v[2] ^ v[4] ^ v[6];
    out[1] = v[1] ^ v[3] ^ v[5] ^ v[7];
    v[2] ^= 0xdd;
    rounds(v, 4);
    out[2] = v[0] ^ v[2] ^ v[4] ^ v[6];
    out[3] = v[1] ^ v[3] ^ v[5] ^ v[7];
  };
}

/** SipRounds, on halves that are kept in variables meanwhile. */
function rounds(v: Int32Array, count: number): void {
  let a0 = v[0];
  let a1 = v[1];
  let b0 = v[2];
  let b1 = v[3];
  let c0 = v[4];
  let c1 = v[5];
  let d0 = v[6];
  let d1 = v[7];
  let low = 0;
  for (let k = 0; k < count; k++) {
    // a += b; b = rotate(b, 13) ^ a; a = rotate(a, 32)
    low = (a0 >>> 0) + (b0 >>> 0);
    a1 = (a1 + b1 + (low > 0xffffffff ? 1 : 0)) | 0;
    a0 = low | 0;
    low = (b0 << 13) | (b1 >>> 19);
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1;
    b0 = low ^ a0;
    low = a0;
    a0 = a1;
    a1 = low;
    // c += d; d = rotate(d, 16) ^ c
    low = (c0 >>> 0) + (d0 >>> 0);
    c1 = (c1 + d1 + (low > 0xffffffff ? 1 : 0)) | 0;
    c0 = low | 0;
    low = (d0 << 16) | (d1 >>> 16);
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1;
    d0 = low ^ c0;
    // a += d; d = rotate(d, 21) ^ a
    low = (a0 >>> 0) + (d0 >>> 0);
    a1 = (a1 + d1 + (low > 0xffffffff ? 1 : 0)) | 0;
    a0 = low | 0;
    low = (d0 << 21) | (d1 >>> 11);
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1;
    d0 = low ^ a0;
    // c += b; b = rotate(b, 17) ^ c; c = rotate(c, 32)
    low = (c0 >>> 0) + (b0 >>> 0);
    c1 = (c1 + b1 + (low > 0xffffffff ? 1 : 0)) | 0;
    c0 = low | 0;
    low = (b0 << 17) | (b1 >>> 15);
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1;
    b0 = low ^ c0;
    low = c0;
    c0 = c1;
    c1 = low;
  }
  v[0] = a0;
  v[1] = a1;
  v[2] = b0;
  v[3] = b1;
  v[4] = c0;
  v[5] = c1;
  v[6] = d0;
  v[7] = d1;
}
