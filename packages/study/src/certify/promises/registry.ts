import type { Promises } from '@cede/core';
import type { Counted } from '../counted-rows.js';
import { budget } from './budget.js';
import {
  type AskedPromises,
  PromiseError,
  type PromiseKind,
  type PromiseName,
  type RowsNeeded,
} from './contract.js';
import { maxCost } from './max-cost.js';
import { maxError } from './max-error.js';
import { maxKeptError } from './max-kept-error.js';
import { maxRate } from './max-rate.js';
import { minGain } from './min-gain.js';

/** Every kind of promise; the first that is asked for gives a certificate its bound. */
export const PROMISES: readonly PromiseKind[] = [
  budget,
  maxError,
  maxKeptError,
  maxCost,
  maxRate,
  minGain,
];

/** The kinds that were asked for, each with its value. */
function askedKinds(asked: AskedPromises): [PromiseKind, number][] {
  return PROMISES.flatMap((kind): [PromiseKind, number][] => {
    const value = asked[kind.name];
    return value === undefined ? [] : [[kind, value]];
  });
}

/** What the rows must tell: the truth only where errors, costs or gains are promised. */
export function rowsNeeded(asked: AskedPromises): RowsNeeded {
  const needs = askedKinds(asked).map(([kind]) => kind.needs);
  return needs.includes('truth') ? 'truth' : needs.includes('budget') ? 'budget' : 'rate';
}

/** Whether any of them depends on what the expert answers. */
export const goByExpert = (asked: AskedPromises): boolean =>
  askedKinds(asked).some(([{ goesByExpert }]) => goesByExpert);

/** What has to be counted on the rows to test them; costs of answers only where nothing else is. */
export function countedFor(asked: AskedPromises): Counted['what'] {
  const kinds = askedKinds(asked).map(([kind]) => kind);
  // A rate counts nothing: beside it a budget is still alone.
  const others = kinds.filter(({ counts, needs }) => counts !== 'answers' && needs !== 'rate');
  return (
    (others.length > 0 ? others : kinds).find(({ counts }) => counts !== undefined)?.counts ??
    'error'
  );
}

/** The same promises about values in [0, 1]; those that can't be tested together are refused. */
export function scaledPromises(asked: AskedPromises, counted: Counted): Promises {
  const kinds = askedKinds(asked);
  if (kinds.length === 0)
    throw new PromiseError(
      `promises: nothing is promised. Give one of ${PROMISES.map(({ name }) => name).join(', ')}.`,
      { reason: 'none' },
    );
  for (const [{ name, excludes }] of kinds) {
    const other = excludes.find((excluded: PromiseName) => asked[excluded] !== undefined);
    if (other !== undefined)
      throw new PromiseError(`promises: ${name} can't be tested together with ${other}.`, {
        reason: 'together',
        promise: name,
        with: other,
      });
  }
  return Object.assign({}, ...kinds.map(([kind, value]) => kind.scaled(value, counted)));
}
