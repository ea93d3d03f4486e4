/**
 * The same questions, asked with worker threads that share tables.
 *
 * @module
 */

export { shareArrays } from '../run/share-arrays.js';
export { poolStudyRunner } from './pool-runner.js';
export { choose, compare, fit, judge } from './questions.js';
export type { RunOptions } from './run-options.js';
export { shareTable } from './share-table.js';
export { splitSides } from './split-sides.js';
