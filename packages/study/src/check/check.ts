import { type Keys, refuseUnknown } from '@cede/core';
import type { TableIssue } from '@cede/data';
import { idleOption } from '../ask/idle-options.js';
import { type AnyTable, namedTable } from '../table/named-table.js';
import { pricedByMatrix, type SummaryAsk, summarise, type TableSummary } from './summary.js';

/** A table looked at without any training: what is wrong with it, and what it could bring. */
export interface TableCheck {
  readonly name: string;
  readonly hash: string;
  readonly summary: TableSummary;
  /** What is wrong or remarkable about it, errors first. */
  readonly issues: readonly TableIssue[];
}

/** What a check may be told. */
export type CheckAsk = SummaryAsk;

const ASK: Keys<CheckAsk> = { answers: true, errorCost: true };

/** Looks at a table: accuracies, rescues and harms, what handing over could gain, and what is wrong. */
export function check(given: AnyTable, ask: CheckAsk = {}): TableCheck {
  refuseUnknown('check', ask, Object.keys(ASK));
  const { table, name, hash, issues } = namedTable(given);
  if (ask.answers !== undefined && !table.experts.some((_, k) => pricedByMatrix(table, k)))
    throw idleOption(
      'check',
      'answers',
      'says how errors are priced by a cost matrix, and none prices any here.',
    );
  return { name, hash, summary: summarise(table, ask), issues };
}
