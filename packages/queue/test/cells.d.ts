import type { CellFunctions } from '@cede/run';
export declare const functions: CellFunctions;
