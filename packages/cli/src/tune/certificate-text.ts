import type { Certificate, StoredDial } from '@cede/core';
import {
  amount,
  finite,
  infiniteNote,
  percent,
  plural,
  points,
  thresholdCell,
  thresholdText,
} from '@cede/report/words';
import type { Certifying } from './certifying-rows.js';
import { infeasibleText, type Told } from './infeasible-text.js';
import { type AskedPromises, confidenceText, costName, promiseText } from './promises.js';

/** A certificate for a person, or why there is none. */
export function certificateText(
  certificate: Certificate,
  certifying: Certifying,
  told: Told,
): string[] {
  const { rejecting, together } = told;
  const { what, scale, labelled } = certifying;
  const { promises, confidence, rows, missingExpert, estimate } = certificate;
  const asked = promiseText(promises, what, scale);
  const where = certificate.groups > 1 ? ` in each of ${certificate.groups} groups` : '';
  const sure = `${confidenceText(confidence)} confidence${
    together && together.groups > 1
      ? ` (so that all ${together.groups} groups together have ${confidenceText(together.confidence)})`
      : ''
  }`;
  const missing =
    missingExpert > 0
      ? [
          `${plural(missingExpert, 'row')} had no answer of the expert: ${certificate.test === 'betting' ? 'weighed by propensity, or counted as wrong' : 'counted as wrong'}.`,
        ]
      : [];
  if (!certificate.feasible)
    return [
      `No threshold qualifies: ${asked}${where} can't be promised with ${sure} on ${plural(rows, 'row')}.`,
      ...infeasibleText(certificate, certifying, told),
      ...missing,
      'The policy was left as it is.',
    ];
  const threshold = certificate.threshold!;
  return [
    `Certified with ${sure} on ${plural(rows, 'row')}: ${asked}${where}.`,
    `Threshold ${thresholdText(threshold, rejecting)}: ${rejecting ? 'turns away' : 'hands over'} ${percent(certificate.rate!)} of these rows${
      labelled && estimate
        ? what === 'error'
          ? rejecting
            ? `, and gives wrong answers to ${percent(estimate.error, 2)} of all of them (an estimate)`
            : `, ${percent(estimate.error, 2)} wrong, gain ${points(estimate.gain, 2)} points (estimates)`
          : `, ${costName(what)} ${amount(scale * estimate.error)} (an estimate)`
        : ''
    }.`,
    ...missing,
  ];
}

/** Bounds that hold at every point of the dial at once. */
export function dialText(
  { points: all, confidence, rows, cost }: StoredDial,
  rejecting = false,
): string[] {
  const line = (cells: readonly string[]) => `  ${cells.map((cell) => cell.padStart(12)).join('')}`;
  const spent = all[0].spent !== undefined;
  // The policy keeps shares of the largest cost; people read the table's unit.
  const costs = (value: number) => amount(cost!.largest * value);
  return [
    `With ${confidenceText(confidence)} confidence, each column holds at all ${all.length} settings at once (${plural(rows, 'row')}):`,
    line([
      ...['threshold', 'rate', 'at most'],
      ...(cost ? ['mean cost', 'at most', 'saving'] : ['error', 'at most', 'gain']),
      'at least',
      ...(spent ? ['answers', 'at most'] : []),
    ]),
    ...all.map((point) =>
      line([
        thresholdCell(point.threshold),
        percent(point.rate),
        percent(point.rateAtMost),
        ...[point.error, point.errorAtMost].map(cost ? costs : (value) => percent(value)),
        ...[point.gain, point.gainAtLeast].map(cost ? costs : (value) => points(value, 2)),
        ...(spent ? [point.spent!, point.spentAtMost!].map((value) => amount(value)) : []),
      ]),
    ),
    ...infiniteNote(
      all.map(({ threshold }) => threshold),
      rejecting,
    ),
    ...(spent ? ['answers: what the answers of model and expert cost per case.'] : []),
  ];
}

/**
 * The certificate's facts for `--json`. Promises, estimates and bounds are shares, of `largestCost`
 * where costs are counted; only `asked` and `bound` are in the table's own unit.
 */
export function certificateDocument(
  certificate: Certificate,
  { scale, what }: Certifying,
  asked: AskedPromises,
) {
  const { bound, promises } = certificate;
  // Of several promises the bound is the error's (or cost's), then the rate's, then the gain's.
  const isRate = promises.maxError === undefined && promises.maxRate !== undefined;
  return {
    feasible: certificate.feasible,
    threshold: certificate.threshold,
    rate: certificate.rate,
    bound: bound === null ? null : isRate ? bound : scale * bound,
    rows: certificate.rows,
    confidence: certificate.confidence,
    asked,
    promises,
    ...(what !== 'error' && { largestCost: finite(scale) }),
    estimate: certificate.estimate,
    pValue: certificate.pValue,
    test: certificate.test,
    tested: certificate.tested,
    groups: certificate.groups,
    missingExpert: certificate.missingExpert,
    reachable: certificate.reachable,
    rowsNeeded: certificate.rowsNeeded,
    ...(certificate.broken !== undefined && { broken: certificate.broken }),
    ...(certificate.start && { start: startDocument(certificate.start) }),
  };
}

function startDocument({ threshold, estimate, bounds, failed }: NonNullable<Certificate['start']>) {
  return { threshold, rate: estimate.rate, failed, bounds };
}
