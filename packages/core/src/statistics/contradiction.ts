/**
 * Does new data contradict a certificate? For each promise the p-value of data at least this bad if
 * the promise were true, Holm-corrected over the promises. Missing expert labels count as right
 * here: only what was seen may contradict.
 */
import type { Certificate } from './certificate.js';
import { holm } from './holm.js';
import {
  brokenTests,
  type CertifyingRows,
  outcomeAt,
  type Promises,
  prepareRows,
} from './promise.js';
import { thresholdValue } from './stored-threshold.js';

/** A promise that new rows speak against, beyond what chance explains. */
export interface Contradiction {
  readonly promise: keyof Promises;
  readonly promised: number;
  /** What the new rows show. */
  readonly found: number;
  readonly pValue: number;
  /** The p-value is at most δ: the promise does not hold on data like this. */
  readonly contradicted: boolean;
}

/** The promises of a certificate that new rows speak against. */
export function contradictions(
  certificate: Certificate,
  newRows: Omit<CertifyingRows, 'propensity'>,
): Contradiction[] {
  const { promises, threshold, confidence } = certificate;
  if (threshold === null) return [];
  const rows = prepareRows(newRows, 1);
  const { error, rate, gain } = outcomeAt(rows, thresholdValue(threshold));
  const found = { maxError: error, maxRate: rate, minGain: gain };
  const tests = brokenTests(rows, thresholdValue(threshold), promises, 1 - confidence);
  const names = (['maxError', 'maxRate', 'minGain'] as const).filter((name) => name in tests);
  const adjusted = holm(names.map((name) => tests[name]!));
  return names.map((promise, k) => ({
    promise,
    promised: promises[promise]!,
    found: found[promise],
    pValue: adjusted[k],
    contradicted: adjusted[k] <= 1 - confidence,
  }));
}
