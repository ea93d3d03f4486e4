import type { CellFunctions } from '@cede/run';
import { partFunctions } from './compare/part-cells.js';
import { foldFunctions } from './folds/cells.js';
import { scoreFunctions } from './scores/cells.js';
import { rankFunctions } from './scores/ranked-cells.js';

/** What a study keeps in a ledger: cells that other machines may compute. */
export const keptFunctions: CellFunctions = { ...foldFunctions, ...scoreFunctions };

/** Everything that a study has others compute: whoever runs its cells needs these. */
export const cellFunctions: CellFunctions = {
  ...keptFunctions,
  ...rankFunctions,
  ...partFunctions,
};
