// The public surface of @cede/study/node: worker threads that share tables.
export { poolStudyRunner } from './pool-runner.js';
export { shareArrays } from '../run/share-arrays.js';
export { splitSides } from './split-sides.js';
