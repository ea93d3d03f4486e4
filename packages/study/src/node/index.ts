// The public surface of @cede/study/node: worker threads that share tables.

export { shareArrays } from '../run/share-arrays.js';
export { poolStudyRunner } from './pool-runner.js';
export { choose, compare, fit, judge } from './questions.js';
export type { RunOptions } from './run-options.js';
export { shareTable } from './share-table.js';
export { splitSides } from './split-sides.js';
