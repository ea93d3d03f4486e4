export { readTable } from './read-table.js';
