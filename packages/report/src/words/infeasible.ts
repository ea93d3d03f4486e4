import { askedOf, type Certificate, type Promises } from '@cede/core';
import type { Certification } from '@cede/study';
import { handingWords } from './handing/registry.js';
import { percent, plural } from './numbers.js';
import { promiseText } from './promises.js';

/** What a certificate itself doesn't say: what was counted, where its test began, what becomes of cases. */
export type Told = Pick<Certification, 'counted' | 'begins' | 'rejecting'>;

/** Why no threshold qualifies: what failed, where, by how much, and what more rows would do. */
export function infeasibleText(
  certificate: Certificate,
  { counted, begins, rejecting }: Told,
): string[] {
  const { promises, reachable, start } = certificate;
  const said = (some: Promises) => promiseText(some, counted);
  // With a rate to keep the walk begins below it, and higher up with more rows.
  const moves = promises.maxRate !== undefined;
  const rows = moreRows(certificate, moves || !start);
  if (!start)
    return [
      `With so few rows no threshold is safely below ${said({ maxRate: promises.maxRate })}, so none was tested.`,
      rows,
    ];
  const failed = only(promises, start.failed);
  const words = handingWords(rejecting);
  const where =
    start.threshold === '-inf'
      ? `where nothing is ${words.handedOver}`
      : `${beginning(begins, moves)}, which ${words.handsOver} ${percent(start.estimate.rate)}`;
  const group = certificate.groups > 1 ? ' in the group that comes off worst' : '';
  return [
    `The test starts ${where}, and stops at the first failure. It stopped there: ${said(failed)} failed${group}${
      // A bound is computed in another order than the test of fractions: it must not deny the failure.
      reaches(start.bounds, failed) ? '' : `; these rows support only ${said(start.bounds)}`
    }.`,
    ...(reachable && start.failed.length === 1 && Object.keys(promises).length === 1
      ? elsewhere(reachable, start.bounds, said)
      : []),
    rows,
  ];
}

/** What more rows would do; that a promise is broken is said only where it is by more than chance. */
function moreRows({ rowsNeeded, broken, rows }: Certificate, anywhere: boolean): string {
  if (rowsNeeded !== null)
    return `If these rows are typical, about ${plural(rowsNeeded, 'row')} would be needed.`;
  if (broken)
    return `More rows alone would not help: ${anywhere ? 'every threshold seems to break a promise' : 'that threshold itself seems to break the promise'}.`;
  return `From ${plural(rows, 'row')} it is not clear whether more would help: ${anywhere ? 'some threshold may keep what was asked, or none' : 'that threshold may keep the promise, or break it'}.`;
}

/** With a rate to keep, the highest stored rate that is safely below it; or the cheapest of those. */
function beginning(begins: Told['begins'], moves: boolean): string {
  if (begins === 'likeliest') return 'at the threshold that is most likely to pass';
  const within = moves ? ' whose rate is safely within the promise' : '';
  return moves && (begins === 'error' || begins === 'loss')
    ? `at the largest threshold${within}`
    : `at the threshold of least estimated ${begins}${within}`;
}

/** A better bound at another threshold is worth knowing, and no promise. */
function elsewhere(best: Promises, here: Promises, said: (some: Promises) => string): string[] {
  return said(best) === said(here) || reaches(here, best)
    ? []
    : [
        `Another threshold reaches ${said(best)} on these rows. It was found by looking at them, so this is no promise.`,
      ];
}

const only = (promises: Promises, names: readonly (keyof Promises)[]): Promises =>
  Object.fromEntries(names.map((name) => [name, promises[name]]));

/** Whether bounds are as good as what is wanted, in all that is wanted. */
const reaches = (bounds: Promises, wanted: Promises): boolean =>
  askedOf(wanted).every(({ kind: { name, direction }, bound }) =>
    direction === 'at most' ? bounds[name]! <= bound : bounds[name]! >= bound,
  );
