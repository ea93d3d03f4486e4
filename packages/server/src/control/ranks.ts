import type { Calibration } from '@cede/core';

/**
 * Scores on the scale of the calibration rows: 0 is the first to be handed over, 1 the last. Rows
 * that the calibration can't tell apart are spread by `tie`, a number from 0 to 1 that hangs on the
 * case's id, so that a rate can be met exactly.
 */
export interface Ranks {
  rankOf(score: number, tie: number): number;
  /** The score up to which cases of a lower rank reach; −∞ and ∞ at the ends. */
  scoreAt(rank: number): number;
}

export function ranksOf({ bins, rows }: Calibration): Ranks {
  const edges = Float64Array.from(bins, ({ edge }) => edge);
  const before = new Float64Array(bins.length + 1);
  bins.forEach((bin, k) => {
    before[k + 1] = before[k] + bin.rows / rows;
  });
  /** The first place whose number is at least this. */
  const firstAtLeast = (numbers: Float64Array, value: number) => {
    let low = 0;
    let high = numbers.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[middle] >= value) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    rankOf(score, tie) {
      const k = firstAtLeast(edges, score);
      return before[k] + tie * (before[k + 1] - before[k]);
    },
    scoreAt(rank) {
      if (rank <= 0) return Number.NEGATIVE_INFINITY;
      if (rank >= 1) return Number.POSITIVE_INFINITY;
      const k = firstAtLeast(before, rank);
      const whole = Math.abs(before[k] - rank) < 1e-12 ? k : k - 1;
      return whole === 0 ? Number.NEGATIVE_INFINITY : edges[whole - 1];
    },
  };
}
