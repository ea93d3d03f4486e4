import type { Stream } from './stream.js';

/** Fisher–Yates: 0 … n−1 in a random order. */
export function permutation(n: number, random: Stream): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  shuffle(order, random);
  return order;
}

/** Shuffles in place. Shuffling a shuffled order again is still uniform. */
export function shuffle(order: Uint32Array, random: Stream): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
}
