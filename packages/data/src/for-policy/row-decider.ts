import { type CombinedAnswer, createDecider, type Decision, type Policy } from '@cede/core';
import { casesFor } from './cases.js';
import { expertAnswers } from './expert-answer.js';

/** Decides rows as `cede decide` does: by the names of their columns. */
export interface RowDecider {
  /**
   * Decides one row, such as `{ model: [0.7, 0.3], age: 61 }`. Columns are found by the names that
   * the policy remembers, or by their usual ones. A row that can't be read is an `InputError`.
   */
  decide(row: Readonly<Record<string, unknown>>): RowDecision;
}

/** A decision about a row that may have an id. */
export interface RowDecision extends Decision {
  /** The row's own, where it has one. */
  readonly id?: string;
  /** Where the row has come back with the expert's answer: what both answer together. */
  readonly combine?: CombinedAnswer;
}

/**
 * Makes a decider for rows with named columns: a request, a line of JSON, a row of a database. For
 * arrays in the policy's own order, `createDecider` is the faster one.
 */
export function createRowDecider(policy: Policy): RowDecider {
  const cases = casesFor(policy, {});
  const saidIn = expertAnswers(policy);
  const decider = createDecider(policy);
  return {
    decide(row) {
      const { model, features, id } = cases.read(row);
      const decision = decider.decide(model, features, undefined, cases.groupOf(row));
      const said = saidIn(row);
      const combine = said === undefined ? undefined : decider.combine?.(model, said);
      return { ...(id !== undefined && { id }), ...decision, ...(combine && { combine }) };
    },
  };
}
