export { tableHash } from './hash.js';
export { loadTable } from './load-table.js';
export { readForPolicy, readRowsForPolicy } from './read-for-policy.js';
export { readTable } from './read-table.js';
export { writeTable } from './write-table.js';
