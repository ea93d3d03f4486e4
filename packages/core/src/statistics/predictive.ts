/** What to expect of rows that nobody has seen yet, from what was estimated on others. */
import { normalAtMost, normalQuantile } from './normal.js';

/**
 * P(at most `most` of `rows` new rows are wrong), after `wrong` were and `right` were not: the
 * beta-binomial. Unlike a count at the estimated share it knows how little a few rows tell: 0 of 20
 * wrong promises less than 0 of 200. Both counts include what is assumed beforehand, so neither is 0.
 */
export function predictedAtMost(most: number, rows: number, wrong: number, right: number): number {
  if (most < 0) return 0;
  // Each chance follows from the one before; only their ratios matter, so they are scaled as they grow.
  let term = 1;
  let sum = 0;
  let within = 0;
  for (let x = 0; x <= rows; x++) {
    sum += term;
    if (x <= most) within = sum;
    const ratio = ((rows - x) * (wrong + x)) / ((x + 1) * (right + rows - x - 1));
    if (ratio < 1 && x > most && term < 1e-17 * sum) break;
    term *= ratio;
    if (term > 1e200) {
      term *= 1e-200;
      sum *= 1e-200;
      within *= 1e-200;
    }
  }
  return within / sum;
}

/** The chance of a p-value of at most δ, where about this one is expected: it varies as a normal deviate does. */
export function chanceToPass(expected: number, delta: number): number {
  if (expected <= 0) return 1;
  return expected >= 1 ? 0 : normalAtMost(normalQuantile(delta) - normalQuantile(expected));
}
