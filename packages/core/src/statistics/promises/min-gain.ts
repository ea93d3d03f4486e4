import { lowerMeanFixed, meanAbove } from '../betting.js';
import {
  claimOf,
  contributions,
  fillsOf,
  leastFilled,
  mostFilled,
  outcomeAt,
  type PreparedRows,
} from '../certifying-rows.js';
import { normalAtMost } from '../normal.js';
import { chanceToPass } from '../predictive.js';
import { rowsForMean } from '../rows-to-certify.js';
import { signTest } from '../sign-test.js';
import type { PromiseKind } from './contract.js';

const filledGain = (rows: PreparedRows, threshold: number, fill: number): Float64Array =>
  contributions(rows, threshold, rows.values, fill).gain;

/** Accuracy over all cases rises by at least this much above the model alone. */
export const minGain: PromiseKind = {
  name: 'minGain',
  direction: 'at least',
  range: [0, 1 - 1e-9],
  whyNot: () => undefined,
  test(rows, threshold, bound, delta, seed) {
    const { gain } = contributions(rows, threshold);
    return rows.values.exact && bound === 0
      ? signTest(gain.filter((z) => z > 0).length, gain.filter((z) => z < 0).length)
      : meanAbove(
          fillsOf(rows).map((fill) => ({
            ...claimOf(rows, filledGain(rows, threshold, fill), leastFilled(rows, fill) - 1),
            seed,
          })),
          bound,
          delta,
        );
  },
  brokenTest(rows, threshold, bound, delta) {
    const mirrored = fillsOf(rows).map((fill) => {
      const negative = filledGain(rows, threshold, fill).map((value) => -value);
      return { ...claimOf(rows, negative, -mostFilled(rows, fill)), seed: 0 };
    });
    return meanAbove(mirrored, -bound, delta);
  },
  boundAt(rows, threshold, delta) {
    const { gain } = contributions(rows, threshold);
    return lowerMeanFixed(claimOf(rows, gain, -1), delta, 1);
  },
  estimate: (rows, threshold) => outcomeAt(rows, threshold).gain,
  rowsNeeded(rows, threshold, bound, delta) {
    const { gain } = outcomeAt(rows, threshold);
    const changed = contributions(rows, threshold).gain;
    const square = changed.reduce((total, z) => total + z * z, 0) / changed.length;
    return rowsForMean(gain, Math.sqrt(square - gain * gain), bound, delta);
  },
  chance({ gain, rate }, bound, rows, delta) {
    if (gain === undefined) return undefined;
    // At most every row handed over changes anything; about a quarter of them does.
    const spread = Math.sqrt(Math.max(rate / 4, gain, 1 / rows) / rows);
    return chanceToPass(1 - normalAtMost((gain - bound) / spread), delta);
  },
};
