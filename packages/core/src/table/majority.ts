import type { Stream } from '../random/stream.js';

/**
 * The class with most votes in each row; a tie is broken by a seeded coin, because dropping tied
 * rows, or always taking the first class, keeps only the easy cases or favours a class.
 */
export function majority(votes: Float32Array, width: number, coin: Stream): Int32Array {
  const rows = votes.length / width;
  const winners = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    let best = 0;
    let tied = 1;
    for (let k = 1; k < width; k++) {
      const difference = votes[row * width + k] - votes[row * width + best];
      if (difference > 0) {
        best = k;
        tied = 1;
      } else if (difference === 0) {
        tied++;
        if (coin.below(tied) === 0) best = k;
      }
    }
    winners[row] = best;
  }
  return winners;
}
