import type { Table } from '../table/table.js';

/**
 * How whoever gives probabilities answers: with the most probable class, with the one of least
 * expected cost, or from the model's probabilities as calibrated on the fitting rows (the most probable
 * class of those; with a cost matrix the one of least expected cost).
 */
export type AnswersMode = 'argmax' | 'least-cost' | 'calibrated';

/** All of them, the default without a cost matrix first. */
export const ANSWERS_MODES: readonly AnswersMode[] = ['argmax', 'least-cost', 'calibrated'];

/** Costs are only compared fairly where both sides know them: by least cost where a matrix is given. */
export const answersMode = (
  { costMatrix, model }: Pick<Table, 'costMatrix' | 'model'>,
  asked?: AnswersMode,
): AnswersMode => asked ?? (costMatrix && model ? 'least-cost' : 'argmax');
