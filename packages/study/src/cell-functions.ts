import type { CellFunctions } from '@cede/run';
import { foldFunctions } from './folds/cells.js';
import { scoreFunctions } from './scores/cells.js';

/** Everything that a study has others compute: whoever runs its cells needs these. */
export const cellFunctions: CellFunctions = { ...foldFunctions, ...scoreFunctions };
