/**
 * Expert labels that exist for only some rows. A row whose label was asked for with probability p
 * stands for 1/p rows like it; without that weight a scorer learns mostly from the rows that were
 * handed over before, and feeds on its own past decisions.
 */
import { insist } from '../error.js';

export interface PropensityWeights {
  /** O/p, mean 1 over all rows; 0 where there is no expert label. */
  readonly weight: Float64Array;
  /** How many rows had their probability raised to the floor. */
  readonly clipped: number;
  /** (Σw)² / Σw²: as many equally weighted rows would say as much. */
  readonly effectiveRows: number;
}

/** `known[i]` is 1 where the expert's label is there; probabilities below `floor` are raised to it. */
export function propensityWeights(
  known: ArrayLike<number | boolean>,
  propensity: ArrayLike<number>,
  floor = 0.01,
): PropensityWeights {
  const n = known.length;
  const weight = new Float64Array(n);
  let clipped = 0;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    const p = propensity[i];
    insist(
      p >= 0 && p <= 1 && !(known[i] && p === 0),
      () =>
        `propensity, row ${i + 1}: found ${p}${known[i] ? ' for a row that has an expert label' : ''}; expected a probability in (0, 1].`,
    );
    if (!known[i]) continue;
    if (p < floor) clipped++;
    weight[i] = 1 / Math.max(p, floor);
    sum += weight[i];
    squares += weight[i] * weight[i];
  }
  insist(sum > 0, () => `propensity: none of ${n} rows has an expert label.`);
  for (let i = 0; i < n; i++) weight[i] *= n / sum;
  return { weight, clipped, effectiveRows: (sum * sum) / squares };
}
