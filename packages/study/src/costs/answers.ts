import { leastCostTable, type Table } from '@cede/core';

/**
 * How whoever gives probabilities answers: with the most probable class, or with the one of least
 * expected cost.
 */
export type AnswersMode = 'argmax' | 'least-cost';

/** Both, the default without a cost matrix first. */
export const ANSWERS_MODES: readonly AnswersMode[] = ['argmax', 'least-cost'];

/** Costs are only compared fairly where both sides know them: by least cost where a matrix is given. */
export const answersMode = (
  { costMatrix, model }: Pick<Table, 'costMatrix' | 'model'>,
  asked?: AnswersMode,
): AnswersMode => asked ?? (costMatrix && model ? 'least-cost' : 'argmax');

/** The table with the answers that count; for outcomes and costs, not for scoring. */
export const answeredTable = (table: Table, mode: AnswersMode): Table =>
  mode === 'argmax' ? table : leastCostTable(table);

/** The mode that is shown beside; none where no matrix tells the two apart. */
export const otherAnswers = (
  { costMatrix, model }: Pick<Table, 'costMatrix' | 'model'>,
  mode: AnswersMode,
): AnswersMode | undefined => {
  if (!costMatrix || !model) return undefined;
  return mode === 'argmax' ? 'least-cost' : 'argmax';
};
