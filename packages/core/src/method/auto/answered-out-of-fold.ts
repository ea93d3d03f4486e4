import { answeredByOthers, answeredTable } from '../../answers/answered-table.js';
import { type AnswersAsk, fitAnswering } from '../../answers/answering.js';
import type { Table } from '../../table/table.js';
import type { Fold } from './fold-rows.js';

/**
 * Rows that are scored out of fold are answered out of fold too: by what the rows that their scorer
 * was fitted on teach. Rows that no fold scores keep their most probable class.
 */
export const answeredOutOfFold = (
  table: Table,
  folds: readonly Fold[],
  ask: AnswersAsk = {},
): Table =>
  ask.answers === 'least-cost' && !ask.combine
    ? answeredTable(table, fitAnswering(table, ask)) // nothing is learned from labels
    : answeredByOthers(table, folds, ask);
