import { FEWEST_UNITS, studentQuantile } from '@cede/core';

/** Values in [−1, 1] of rows that each count once: how many, their sum and the sum of their squares. */
export interface SumsOfRows {
  readonly rows: number;
  readonly sum: number;
  readonly squares: number;
}

/**
 * Core's `meanInterval` of such rows, from their sums alone: the same formula with its two pretended
 * rows, where nobody can wait for a walk over all rows at every setting.
 */
export function meanOfSums({ rows, sum, squares }: SumsOfRows, confidence: number) {
  const all = rows + 2;
  const centre = sum / all;
  const residuals = Math.max(0, squares - 2 * centre * sum + rows * centre ** 2);
  const spread = residuals / (1 - 1 / all) ** 2;
  const pair = (1 - centre) ** 2 + (1 + centre) ** 2;
  const standardError = Math.sqrt(((rows - 1) / rows) * spread + pair) / all;
  const half =
    rows >= FEWEST_UNITS ? studentQuantile(0.5 + confidence / 2, rows - 1) * standardError : 2;
  return {
    estimate: sum / rows,
    lower: Math.max(-1, centre - half),
    upper: Math.min(1, centre + half),
  };
}
