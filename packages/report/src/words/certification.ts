import { askedOf, type Certificate, optionText } from '@cede/core';
import type { Certification } from '@cede/study';
import { handingWords } from './handing/registry.js';
import { infeasibleText } from './infeasible.js';
import { amount, finite, percent, plural, points } from './numbers.js';
import { confidenceText, costName, promiseText } from './promises.js';
import { unansweredText } from './propensities.js';
import { thresholdText } from './threshold.js';

/** What promises came to, for a person: one certificate, or one for each group. */
export function certificationText(certification: Certification): string[] {
  const { certificates } = certification;
  return [
    ...certificates.flatMap(({ group, certificate }) => {
      const text = certificateText(certificate, certification);
      return group === undefined ? text : [`${group}:`, ...text.map((line) => `  ${line}`)];
    }),
    ...ownThresholdsText(certification),
  ];
}

/** What becomes of groups, or answers, without a threshold. */
function ownThresholdsText({ certificates, feasible, byAnswer, asked }: Certification): string[] {
  const without = certificates.filter(({ certificate }) => !certificate.feasible);
  if (certificates[0]?.group === undefined || without.length === 0) return [];
  if (!byAnswer) return ['Not every group has a threshold that qualifies, so none was set.'];
  if (!feasible) return ['No answer of the model has a threshold that qualifies, so none was set.'];
  const names = without.map(({ group }) => group).join(', ');
  const onlyKept = Object.keys(asked).every((name) => name === 'maxKeptError');
  return [
    onlyKept
      ? `No threshold for ${names}: every case that the model answers so is handed over, so none is kept.`
      : `No threshold for ${names}: nothing is promised there, and the threshold from before serves.`,
  ];
}

/** A certificate for a person, or why there is none. */
export function certificateText(
  certificate: Certificate,
  told: Pick<
    Certification,
    'counted' | 'begins' | 'missingCount' | 'rejecting' | 'certificates' | 'confidence' | 'byAnswer'
  >,
): string[] {
  const { counted } = told;
  const words = handingWords(told.rejecting);
  const { promises, rows, missingExpert } = certificate;
  const asked = promiseText(promises, counted);
  const where =
    certificate.groups > 1
      ? told.byAnswer
        ? ` for each of the model's ${certificate.groups} answers`
        : ` in each of ${certificate.groups} groups`
      : '';
  const sure = `${confidenceText(certificate.confidence)} confidence${togetherText(told)}`;
  const missing =
    missingExpert > 0 && told.missingCount
      ? [
          `${unansweredText(missingExpert)}: ${told.missingCount === 'weighed' ? 'the others stand in for them, by propensity' : 'counted as wrong'}.`,
        ]
      : [];
  if (!certificate.feasible && rows === 0)
    return ['No threshold qualifies: none of these rows is of that kind.'];
  if (!certificate.feasible)
    return [
      `No threshold qualifies: ${asked}${where} can't be promised with ${sure} on ${plural(rows, 'row')}.`,
      ...infeasibleText(certificate, told),
      ...missing,
      ...(told.byAnswer && told.certificates.length > 1 ? [] : ['The policy was left as it is.']),
    ];
  return [
    `Certified with ${sure} on ${plural(rows, 'row')}: ${asked}${where}.`,
    `Threshold ${thresholdText(certificate.threshold!, words)}: ${words.handsOver} ${percent(certificate.rate!)} of these rows${estimateText(certificate, told)}.`,
    ...narrowedText(certificate, counted),
    ...missing,
  ];
}

/** What the promise is about, where it is narrower than its words. */
function narrowedText(
  { counts, shareAbove }: Certificate,
  { what, scale, cutOff, cutAt = {} }: Certification['counted'],
): string[] {
  const { weight, answers } = cutAt;
  const cut = [
    ...(cutOff && what !== 'error' ? [['costs', scale, 'largestCost'] as const] : []),
    ...(answers === undefined ? [] : [['costs of answers', answers, 'largestCost'] as const]),
    ...(weight === undefined ? [] : [['weights', weight, 'largestWeight'] as const]),
  ];
  const most = shareAbove === undefined ? '' : percent(shareAbove, 2);
  return [
    ...(counts === 'clusters'
      ? [
          `Every cluster counts once, whatever its size: the promise is about the mean over clusters. Declare ${optionText('largestCluster')} to promise the mean over cases.`,
        ]
      : []),
    ...(shareAbove === undefined
      ? []
      : [
          `${upperFirst(cut.map(([name, largest], k) => `${name}${k === 0 ? ' count' : ''} up to ${amount(largest)}`).join(' and '))}, the largest among the fitting rows; at most ${most} of cases ${weight === undefined ? 'cost more' : 'lie above'}. Declare ${[...new Set(cut.map(([, , option]) => optionText(option)))].join(' and ')} to promise the full mean.`,
        ]),
  ];
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Groups with thresholds of their own share the confidence that was asked for. */
function togetherText({
  certificates,
  confidence,
  byAnswer,
}: Pick<Certification, 'certificates' | 'confidence' | 'byAnswer'>): string {
  return certificates.length > 1
    ? ` (so that all ${certificates.length} ${byAnswer ? 'answers' : 'groups'} together have ${confidenceText(confidence)})`
    : '';
}

/** What these rows show at the threshold: an estimate, and no promise. */
function estimateText(
  { estimate }: Certificate,
  { counted: { labelled, what, scale }, rejecting }: Pick<Certification, 'counted' | 'rejecting'>,
): string {
  if (!labelled || !estimate) return '';
  if (what !== 'error')
    return `, ${costName(what)} ${amount(scale * estimate.error)} (an estimate)`;
  const { error, gain, keptError } = estimate;
  return handingWords(rejecting).estimate(
    percent(error, 2),
    points(gain, 2),
    keptError === undefined ? undefined : percent(keptError, 2),
  );
}

/** The facts of a certification for `--json`: of one certificate, or of each group's. */
export function certificationDocument(certification: Certification) {
  const { certificates, feasible, table, confidence } = certification;
  const found = certificates.map(({ group, certificate }) => ({
    group,
    document: certificateDocument(certificate, certification),
  }));
  return found[0].group === undefined
    ? found[0].document
    : {
        feasible,
        rows: table.rows,
        confidence,
        groups: found.map(({ group, document }) => ({ group, ...document })),
      };
}

/**
 * Promises, estimates and bounds are shares, of `largestCost` where costs are counted; only `asked`
 * and `bound` are in the table's own unit.
 */
export function certificateDocument(
  certificate: Certificate,
  { counted: { scale, what }, asked }: Pick<Certification, 'counted' | 'asked'>,
) {
  const { bound, promises, start } = certificate;
  // Of several promises the bound is the error's (or cost's), then the rate's, then the gain's.
  const named = askedOf(promises)[0]?.kind.name;
  const isScaled = named === 'maxError' || named === 'minGain';
  return {
    feasible: certificate.feasible,
    threshold: certificate.threshold,
    rate: certificate.rate,
    bound: bound === null ? null : isScaled ? scale * bound : bound,
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
    ...(certificate.counts && { counts: certificate.counts }),
    ...(certificate.shareAbove !== undefined && { shareAbove: certificate.shareAbove }),
    ...(start && {
      start: {
        threshold: start.threshold,
        rate: start.estimate.rate,
        failed: start.failed,
        bounds: start.bounds,
      },
    }),
  };
}
