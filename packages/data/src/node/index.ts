export { tableHash } from './hash.js';
export { readTable } from './read-table.js';
export { writeTable } from './write-table.js';
