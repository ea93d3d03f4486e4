// Who is ahead of whom over the splits of a table, and whether that is more than chance.
import { holm, studentAbove } from '@cede/core';

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * One-sided: how surprising the other's lead would be if there were none. Splits of one table share
 * rows; with half of them for testing Nadeau and Bengio's correction adds test/fit = 1 to 1/splits.
 */
export function leadOver(other, own) {
  const leads = other.map((value, k) => value - own[k]);
  const lead = mean(leads);
  const n = leads.length;
  if (n < 2) return { lead, error: null, p: 1 };
  const variance = leads.reduce((sum, d) => sum + (d - lead) ** 2, 0) / (n - 1);
  const error = Math.sqrt(variance * (1 / n + 1));
  return { lead, error, p: error > 0 ? studentAbove(lead / error, n - 1) : lead > 0 ? 0 : 1 };
}

/** Of all comparisons, those in which the other is ahead for sure. */
export function clearlyAhead(tests) {
  const adjusted = holm(tests.map(({ p }) => p));
  return tests
    .map((test, k) => ({ ...test, holm: adjusted[k] }))
    .filter(({ holm: p }) => p <= 0.05);
}
