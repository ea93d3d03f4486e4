import { InputError } from '../error.js';
import type { Table } from '../table/table.js';
import type { Method } from './method.js';

/** The method, refusing to fit a table it can't use: the reason is said once, in `whyUnusable`. */
export function refusing(method: Method): Method {
  return {
    ...method,
    fit(table, options = {}) {
      const reason = method.whyUnusable(table, options.expert ?? 0);
      if (reason) throw new InputError(reason);
      return method.fit(table, options);
    },
  };
}

/** Why a method that looks at the model's confidence can't use this table, or null. */
export function withoutProbabilities(name: string, table: Table): string | null {
  return table.model
    ? null
    : `${name} needs the model's class probabilities, which this table has not.`;
}
