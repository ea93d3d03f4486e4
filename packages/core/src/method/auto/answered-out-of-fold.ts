import { answeredTable, withAnswers } from '../../answers/answered-table.js';
import { answersBy, fitAnswering } from '../../answers/answering.js';
import type { AnswersMode } from '../../answers/mode.js';
import type { Table } from '../../table/table.js';
import { takeRows } from '../../table/take.js';
import type { Fold } from './fold-rows.js';

/**
 * Rows that are scored out of fold are answered out of fold too: by what the rows that their scorer
 * was fitted on teach. Rows that no fold scores keep their most probable class.
 */
export function answeredOutOfFold(
  table: Table,
  folds: readonly Fold[],
  mode: AnswersMode = 'argmax',
): Table {
  if (mode === 'argmax') return table;
  if (mode === 'least-cost') return answeredTable(table, fitAnswering(table, mode));
  const answers = answersBy(undefined, table.model!, table.rows);
  for (const { train, test } of folds) {
    const fitted = fitAnswering(takeRows(table, train), mode);
    const { modelAnswers } = answeredTable(takeRows(table, test), fitted);
    test.forEach((row, k) => {
      answers[row] = modelAnswers![k];
    });
  }
  const { costMatrix } = table;
  return withAnswers(
    table,
    { by: mode, ...(costMatrix && { costMatrix: Array.from(costMatrix) }) },
    answers,
  );
}
