/**
 * Seeded randomness in named streams: `stream(seed, 'batches')` gives the same numbers on every
 * machine, and two names never share a sequence. The generator is xoshiro128** (Blackman & Vigna),
 * 32-bit integer arithmetic only; the seed and the name are mixed into its state by an avalanche hash.
 */
export interface Stream {
  /** An integer in [0, 2³²). */
  uint32(): number;
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number;
  /** An integer in [0, n), without modulo bias. */
  below(n: number): number;
  /** A standard normal number. */
  normal(): number;
  /** The generator's four words, for a kernel that draws many numbers at once and goes on here. */
  readonly state: Int32Array;
}

import { log } from '../math/log.js';

/** A stream of random numbers that depends on its seed and its name alone. */
export function stream(seed: number, name: string): Stream {
  // In a typed array, since engines keep a large number in a closure's variable as an object.
  const state = Int32Array.from(stateOf(seed, name));
  let spare = NaN;

  const uint32 = (): number => {
    const b = state[1];
    const product = Math.imul(b, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const c = state[2] ^ state[0];
    const d = state[3] ^ b;
    state[1] = b ^ c;
    state[0] ^= d;
    state[2] = c ^ (b << 9);
    state[3] = (d << 11) | (d >>> 21);
    return result;
  };
  const uniform = (): number => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992;
  // Masked draws, those past n drawn again: no bias, and no division in the shuffle's inner loop.
  const below = (n: number): number => {
    const mask = n > 1 ? 0xffffffff >>> Math.clz32(n - 1) : 0;
    for (;;) {
      const x = (uint32() & mask) >>> 0;
      if (x < n) return x;
    }
  };
  // Marsaglia's polar method: only log and sqrt, both reproducible.
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = NaN;
      return value;
    }
    for (;;) {
      const u = 2 * uniform() - 1;
      const v = 2 * uniform() - 1;
      const square = u * u + v * v;
      if (square > 0 && square < 1) {
        const factor = Math.sqrt((-2 * log(square)) / square);
        spare = v * factor;
        return u * factor;
      }
    }
  };
  return { uint32, uniform, below, normal, state };
}

function stateOf(seed: number, name: string): [number, number, number, number] {
  let hash = 0x9e3779b9;
  const mix = (value: number) => {
    hash = Math.imul(hash ^ value, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  };
  mix(seed | 0);
  mix(Math.floor(seed / 4294967296) | 0);
  for (let i = 0; i < name.length; i++) mix(name.charCodeAt(i));
  const state: [number, number, number, number] = [0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    mix(i + 1);
    state[i] = hash;
  }
  if (state.every((word) => word === 0)) state[0] = 1; // the one state xoshiro can't leave
  return state;
}
