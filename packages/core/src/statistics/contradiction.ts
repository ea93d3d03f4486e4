/**
 * Does new data contradict a certificate? For each promise the p-value of data at least this bad if
 * the promise were true, Holm-corrected over the promises. Missing expert labels count as right
 * here: only what was seen may contradict.
 */
import { meanAbove } from './betting.js';
import { binomialAtLeast } from './binomial.js';
import type { Certificate } from './certificate.js';
import { holm } from './holm.js';
import {
  type CertifyingRows,
  contributions,
  outcomeAt,
  type Promises,
  prepareRows,
  sum,
} from './promise.js';
import { thresholdValue } from './stored-threshold.js';

export interface Contradiction {
  readonly promise: keyof Promises;
  readonly promised: number;
  /** What the new rows show. */
  readonly found: number;
  readonly pValue: number;
  /** The p-value is at most δ: the promise does not hold on data like this. */
  readonly contradicted: boolean;
}

export function contradictions(
  certificate: Certificate,
  newRows: Omit<CertifyingRows, 'propensity'>,
): Contradiction[] {
  const { promises, threshold, confidence } = certificate;
  if (threshold === null) return [];
  const rows = prepareRows(newRows, 1);
  const n = rows.model.length;
  const { deferred, right, gain } = contributions(rows, thresholdValue(threshold));
  const outcome = outcomeAt(rows, thresholdValue(threshold));
  const below = (values: Float64Array, bound: number) =>
    meanAbove(
      {
        values: values.map((value) => -value),
        low: -1,
        weight: rows.weight,
        clusters: rows.clusters,
        seed: 0,
      },
      -bound,
      1 - confidence,
    );
  const tests: Omit<Contradiction, 'contradicted'>[] = [];
  const { maxError, maxRate, minGain } = promises;
  if (maxError !== undefined) {
    const pValue = rows.exact
      ? binomialAtLeast(n - sum(right), n, maxError)
      : below(right, 1 - maxError);
    tests.push({ promise: 'maxError', promised: maxError, found: outcome.error, pValue });
  }
  if (maxRate !== undefined) {
    const pValue =
      maxRate >= 1
        ? 1
        : rows.weight || rows.clusters
          ? meanAbove(
              { values: deferred, low: 0, weight: rows.weight, clusters: rows.clusters, seed: 0 },
              maxRate,
              1 - confidence,
            )
          : binomialAtLeast(sum(deferred), n, maxRate);
    tests.push({ promise: 'maxRate', promised: maxRate, found: outcome.rate, pValue });
  }
  if (minGain !== undefined) {
    const pValue = below(gain, minGain);
    tests.push({ promise: 'minGain', promised: minGain, found: outcome.gain, pValue });
  }
  const adjusted = holm(tests.map(({ pValue }) => pValue));
  return tests.map((test, k) => ({
    ...test,
    pValue: adjusted[k],
    contradicted: adjusted[k] <= 1 - confidence,
  }));
}
