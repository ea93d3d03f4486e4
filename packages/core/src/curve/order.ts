import { InputError } from '../error.js';

/**
 * Row indices from the lowest score (first to be handed over) to the highest, stable on ties.
 * Float32 scores go through a radix sort on their bits: a comparison sort of ten million rows
 * takes ten times as long.
 */
export function orderByScore(scores: ArrayLike<number>): Uint32Array {
  for (let i = 0; i < scores.length; i++) {
    if (Number.isNaN(scores[i]))
      throw new InputError(
        `score of row ${i + 1} is not a number. Check the features of that row.`,
      );
  }
  if (scores instanceof Float32Array) return radixOrder(scores);
  const order = Uint32Array.from({ length: scores.length }, (_, i) => i);
  return order.sort((a, b) => scores[a] - scores[b] || a - b);
}

const BITS = 11;
const BUCKETS = 1 << BITS;

function radixOrder(scores: Float32Array): Uint32Array {
  const n = scores.length;
  const floats = new Float32Array(n);
  for (let i = 0; i < n; i++) floats[i] = scores[i] + 0; // −0 and 0 are the same score
  const bits = new Uint32Array(floats.buffer);
  const keys = new Uint32Array(n);
  let order = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    order[i] = i;
    // Negative floats order backwards as integers: flip all their bits, and only the sign of the others.
    keys[i] = bits[i] ^ (bits[i] >>> 31 ? 0xffffffff : 0x80000000);
  }
  let next = new Uint32Array(n);
  for (let shift = 0; shift < 32; shift += BITS) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (let i = 0; i < n; i++) starts[((keys[i] >>> shift) & (BUCKETS - 1)) + 1]++;
    for (let b = 0; b < BUCKETS; b++) starts[b + 1] += starts[b];
    for (let k = 0; k < n; k++) {
      const i = order[k];
      next[starts[(keys[i] >>> shift) & (BUCKETS - 1)]++] = i;
    }
    [order, next] = [next, order];
  }
  return order;
}
