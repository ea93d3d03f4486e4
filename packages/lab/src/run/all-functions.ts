import type { CellFunctions } from '@cede/run';
import { keptFunctions } from '@cede/study';
import { networkFunctions } from './network-cell.js';
import { SCORERS_KIND, scorersFunctions } from './scorers-cell.js';
import { predictionFunctions } from './table-cell.js';

/** Every cell there is, from networks to scorers: what a worker of a queue knows. */
export const allFunctions: CellFunctions = {
  ...networkFunctions,
  ...predictionFunctions,
  ...scorersFunctions,
  ...keptFunctions,
};

/** What a worker of a queue must be told of them. */
export const queueCells = {
  entry: new URL('./worker.js', import.meta.url),
  kinds: Object.keys(allFunctions),
  /** Their results name further cells. */
  expanding: [SCORERS_KIND],
};
