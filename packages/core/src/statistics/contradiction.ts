/**
 * Does new data contradict a certificate? For each promise the p-value of data at least this bad if
 * the promise were true, Holm-corrected over the promises. Missing expert labels count as right
 * here: only what was seen may contradict.
 */
import type { Certificate } from './certificate.js';
import { type CertifyingRows, prepareRows } from './certifying-rows.js';
import { holm } from './holm.js';
import type { PromiseName } from './promises/contract.js';
import { askedOf, brokenTests } from './promises/registry.js';
import { thresholdValue } from './stored-threshold.js';

/** A promise that new rows speak against, beyond what chance explains. */
export interface Contradiction {
  readonly promise: PromiseName;
  readonly promised: number;
  /** What the new rows show; where answers are missing, the others stand in for them. */
  readonly found: number;
  readonly pValue: number;
  /** The p-value is at most δ: the promise does not hold on data like this. */
  readonly contradicted: boolean;
  /** Of several groups in each of which it was promised, the one that comes off worst. */
  readonly group?: string;
}

/** The promises of a certificate that new rows speak against. */
export function contradictions(certificate: Certificate, newRows: CertifyingRows): Contradiction[] {
  const { promises, threshold, confidence } = certificate;
  if (threshold === null) return [];
  const rows = prepareRows(newRows, 1);
  const at = thresholdValue(threshold);
  const tests = brokenTests(rows, at, promises, 1 - confidence);
  const asked = askedOf(promises);
  const shown = rows.missing > 0 ? prepareRows(standingIn(newRows)) : rows;
  const adjusted = holm(asked.map(({ kind }) => tests[kind.name]!));
  return asked.map(({ kind, bound }, k) => ({
    promise: kind.name,
    promised: bound,
    found: kind.estimate(shown, at),
    pValue: adjusted[k],
    contradicted: adjusted[k] <= 1 - confidence,
  }));
}

/** Counting the missing as right is fair to the promise, and no estimate. */
const standingIn = (rows: CertifyingRows): CertifyingRows =>
  rows.propensity
    ? rows
    : { ...rows, propensity: new Float64Array(rows.scores.length).fill(1), smallestPropensity: 1 };
