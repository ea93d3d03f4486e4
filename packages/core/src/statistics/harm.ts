/**
 * Does handing over do harm? The p-value of "it gains at least nothing": small means harm. Exact
 * where rows are plainly right or wrong, else by betting, with ranges known beforehand.
 */
import { meanAbove } from './betting.js';
import { type CertifyingRows, claimOf, prepareRows } from './certifying-rows.js';
import { signTest } from './sign-test.js';

/** Rows that may show harm, and how much of each is handed over. */
export interface HarmRows extends Omit<CertifyingRows, 'scores' | 'cost' | 'spending'> {
  /** How much of each row is handed over: 0 or 1, in between over seeds. */
  readonly share: ArrayLike<number>;
}

/** The p-value of "handing over gains at least nothing": small means harm. */
export function harmTest({ share, ...given }: HarmRows, delta: number, seed = 0): number {
  const rows = prepareRows({ ...given, scores: share });
  const { model, expert, exact } = rows.values;
  // A row that was not asked says nothing about harm; 1/p of another speaks for it.
  const gains = Float64Array.from(share, (part, i) => {
    if (rows.inverse) return part * rows.inverse[i] * (expert[i] - model[i]);
    return Number.isNaN(given.expertValue[i]) ? 0 : part * (expert[i] - model[i]);
  });
  const whole = exact && gains.every((gain) => gain === 0 || gain === 1 || gain === -1);
  if (whole)
    return signTest(
      gains.filter((gain) => gain < 0).length,
      gains.filter((gain) => gain > 0).length,
    );
  const losses = gains.map((gain) => -gain);
  return meanAbove({ ...claimOf(rows, losses, -rows.largestInverse), seed }, 0, delta);
}
