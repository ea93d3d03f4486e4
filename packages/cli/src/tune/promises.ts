import type { Promises } from '@cede/core';
import { percent, points } from '../terminal/numbers.js';
import { UsageError } from '../usage-error.js';
import type { Certifying } from './certifying-rows.js';

/** What was asked for on the command line, in the table's own unit. */
export interface AskedPromises {
  maxRate?: number;
  maxError?: number;
  minGain?: number;
  maxCost?: number;
}

export const isAsked = ({ maxRate, maxError, minGain, maxCost }: AskedPromises): boolean =>
  [maxRate, maxError, minGain, maxCost].some((value) => value !== undefined);

/** Only the rate asked: no truth is needed. */
export const onlyRate = ({ maxError, minGain, maxCost }: AskedPromises): boolean =>
  [maxError, minGain, maxCost].every((value) => value === undefined);

/** The same promises about values in [0, 1]. */
export function scaledPromises(asked: AskedPromises, { what, scale }: Certifying): Promises {
  const { maxRate, maxError, minGain, maxCost } = asked;
  if (maxError !== undefined && maxCost !== undefined)
    throw new UsageError('tune: give --max-error or --max-cost, not both.');
  if (maxError !== undefined && what === 'cost')
    throw new UsageError(
      'tune: --max-error is a share of wrong answers, and this table has losses. Give --max-cost, in their unit.',
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
  const cost = (value: number) => `${+(scale * value).toPrecision(4)}`;
  return [
    maxError !== undefined &&
      (what === 'error'
        ? `error at most ${percent(maxError, 2)}`
        : `mean cost at most ${cost(maxError)}`),
    maxRate !== undefined && `rate at most ${percent(maxRate, 2)}`,
    minGain !== undefined &&
      (what === 'error'
        ? `gain at least ${points(minGain, 2)} points`
        : `saving at least ${cost(minGain)}`),
  ]
    .filter(Boolean)
    .join(' and ');
}
