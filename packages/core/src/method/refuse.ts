import { InputError } from '../error.js';
import type { ErrorCode } from '../error-codes.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import type { Method } from './method.js';

/** The method, refusing to fit a table it can't use: the reason is said once, in `whyUnusable`. */
export function refusing(method: Method): Method {
  return {
    ...method,
    fit(table, options = {}) {
      const reason = method.whyUnusable(table, options.expert ?? 0);
      if (reason) throw reason;
      return method.fit(table, options);
    },
  };
}

/** A method that can't use a table, and why. */
export const unusable = (
  method: string,
  why: string,
  code: ErrorCode = 'method-unusable',
): InputError => new InputError(`${method} ${why}`, code, { method });

/** Why a method that learns from an expert's answers can't use this table, or null. */
export function withoutExpert(name: string, table: Table, expert: number): InputError | null {
  return expertKind(expertAt(table, expert)).answers
    ? null
    : unusable(name, 'needs an expert, and there is nobody to hand over to. Use reject or conf.');
}

/** Why a method that looks at the model's confidence can't use this table, or null. */
export function withoutProbabilities(name: string, table: Table): InputError | null {
  return table.model
    ? null
    : unusable(name, "needs the model's class probabilities, which this table doesn't have.");
}
