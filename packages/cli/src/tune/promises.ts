import type { Promises } from '@cede/core';
import { amount, percent, points } from '@cede/report/words';
import { UsageError } from '../usage-error.js';
import type { Certifying } from './certifying-rows.js';
import type { Needs } from './read.js';

/** What was asked for on the command line, in the table's own unit. */
export interface AskedPromises {
  maxRate?: number;
  maxError?: number;
  minGain?: number;
  maxCost?: number;
  /** Mean cost of answers; stands alone. */
  budget?: number;
}

/**
 * The promises among the flags. A budget is a setting, made from what the policy remembers, until
 * a confidence makes it a promise.
 */
export function askedPromises(flags: AskedPromises & { confidence?: number }): AskedPromises {
  const { maxRate, maxError, minGain, maxCost, budget, confidence } = flags;
  const asked = {
    maxRate,
    maxError,
    minGain,
    maxCost,
    ...(confidence !== undefined && { budget }),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** What the rows must tell: only of errors and gains need the truth be known. */
export const needsOf = ({ maxError, minGain, maxCost, budget }: AskedPromises): Needs => {
  if ([maxError, minGain, maxCost].some((value) => value !== undefined)) return 'truth';
  return budget === undefined ? 'rate' : 'budget';
};

/** What has to be counted on the rows to test them. */
export const countedFor = ({ budget, maxCost }: AskedPromises): Certifying['what'] =>
  budget !== undefined ? 'answers' : maxCost !== undefined ? 'cost' : 'error';

/** The same promises about values in [0, 1]. */
export function scaledPromises(
  asked: AskedPromises,
  { what, scale, pricedBy }: Certifying,
): Promises {
  const { maxRate, maxError, minGain, maxCost, budget } = asked;
  if (budget !== undefined) {
    if (!(budget > 0 && budget < scale))
      throw new UsageError(
        `tune: a budget to certify must lie between 0 and what the dearest case costs (${+scale.toPrecision(6)}), got ${budget}.`,
      );
    return { maxError: budget / scale };
  }
  if (maxError !== undefined && maxCost !== undefined)
    throw new UsageError('tune: give --max-error or --max-cost, not both.');
  if (maxError !== undefined && what === 'cost')
    throw new UsageError(
      pricedBy === 'matrix'
        ? 'tune: --max-error is a share of wrong answers, and --cost-matrix counts what they cost. Leave it out, or give --max-cost.'
        : 'tune: --max-error is a share of wrong answers, and this table has losses. Give --max-cost, in their unit.',
    );
  const error = maxCost !== undefined ? maxCost / scale : maxError;
  if (error !== undefined && !(error > 0 && error < 1))
    throw new UsageError(
      maxCost === undefined
        ? `tune: --max-error must lie between 0 and 1, got ${maxError}.`
        : `tune: --max-cost must lie between 0 and the largest cost of a case (${+scale.toPrecision(6)}), got ${maxCost}.`,
    );
  return {
    ...(error !== undefined && { maxError: error }),
    ...(maxRate !== undefined && { maxRate }),
    ...(minGain !== undefined && { minGain: minGain / scale }),
  };
}

/** "error at most 5.0 % and rate at most 20.0 %" */
export function promiseText(promises: Promises, what: Certifying['what'], scale: number): string {
  const { maxError, maxRate, minGain } = promises;
  const cost = (value: number) => amount(scale * value);
  return [
    maxError !== undefined &&
      (what === 'error'
        ? `error at most ${percent(maxError, 2)}`
        : `${costName(what)} at most ${cost(maxError)}`),
    maxRate !== undefined && `rate at most ${percent(maxRate, 2)}`,
    minGain !== undefined &&
      (what === 'error'
        ? `gain at least ${points(minGain, 2)} points`
        : `saving at least ${cost(minGain)}`),
  ]
    .filter(Boolean)
    .join(' and ');
}

/** To two digits, and never rounded up: "95 %", "98.75 %". */
export const confidenceText = (confidence: number): string =>
  `${Math.floor(1e4 * confidence + 1e-6) / 100} %`;

export const costName = (what: Certifying['what']): string =>
  what === 'answers' ? 'mean cost of answers' : 'mean cost';
