import { optionText } from '@cede/core';
import type { PromiseRefusal } from '@cede/study';

/** Why a promise can't be tested as it was asked. */
export function promiseRefusalText(refusal: PromiseRefusal): string {
  switch (refusal.reason) {
    case 'none':
      return 'nothing is promised.';
    case 'together':
      return `give ${optionText(refusal.promise)} or ${optionText(refusal.with)}, not both.`;
    case 'costs-counted':
      return refusal.matrix
        ? `${optionText(refusal.promise)} is a share of wrong answers, and ${optionText('costMatrix')} counts what they cost. Leave it out, or give ${optionText('maxCost')}.`
        : `${optionText(refusal.promise)} is a share of wrong answers, and this table has losses. Give ${optionText('maxCost')}, in their unit.`;
    case 'range': {
      const { promise, value, largest } = refusal;
      const most = +largest.toPrecision(6);
      if (promise === 'budget')
        return `a budget to certify must lie between 0 and what the dearest case costs (${most}), got ${value}.`;
      return promise === 'maxCost'
        ? `${optionText('maxCost')} must lie between 0 and the largest cost of a case (${most}), got ${value}.`
        : `${optionText(promise)} must lie between 0 and ${most}, got ${value}.`;
    }
  }
}
