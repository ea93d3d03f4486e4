import type { CellFunctions } from '@cede/run';
import { partFunctions } from './compare/part-cells.js';
import { foldFunctions } from './folds/cells.js';
import { scoreFunctions } from './scores/cells.js';
import { rankFunctions } from './scores/ranked-cells.js';

/** Everything that a study has others compute: whoever runs its cells needs these. */
export const cellFunctions: CellFunctions = {
  ...foldFunctions,
  ...scoreFunctions,
  ...rankFunctions,
  ...partFunctions,
};
