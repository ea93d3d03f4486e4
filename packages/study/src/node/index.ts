// The public surface of @cede/study/node: worker threads that share tables.

export { shareArrays } from '../run/share-arrays.js';
export { poolStudyRunner } from './pool-runner.js';
export { splitSides } from './split-sides.js';
