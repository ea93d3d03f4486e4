import { PromiseError, type PromiseRefusal } from '@cede/study';
import { UsageError } from '../usage-error.js';
import { optionName } from './flags.js';

/** A promise that can't be tested is a wrong command line: said in the words of its options. */
export function asUsageError(error: unknown): unknown {
  return error instanceof PromiseError ? new UsageError(`tune: ${sentence(error.refusal)}`) : error;
}

function sentence(refusal: PromiseRefusal): string {
  switch (refusal.reason) {
    case 'none':
      return 'nothing is promised.';
    case 'together':
      return `give ${optionName(refusal.promise)} or ${optionName(refusal.with)}, not both.`;
    case 'costs-counted':
      return refusal.matrix
        ? `${optionName(refusal.promise)} is a share of wrong answers, and --cost-matrix counts what they cost. Leave it out, or give --max-cost.`
        : `${optionName(refusal.promise)} is a share of wrong answers, and this table has losses. Give --max-cost, in their unit.`;
    case 'range': {
      const { promise, value, largest } = refusal;
      const most = +largest.toPrecision(6);
      if (promise === 'budget')
        return `a budget to certify must lie between 0 and what the dearest case costs (${most}), got ${value}.`;
      return promise === 'maxCost'
        ? `--max-cost must lie between 0 and the largest cost of a case (${most}), got ${value}.`
        : `${optionName(promise)} must lie between 0 and ${most}, got ${value}.`;
    }
  }
}
