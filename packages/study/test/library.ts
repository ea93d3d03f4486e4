// What a page that asks questions of tables in memory would bundle.
export { stream, tableFromArrays } from '@cede/core';
export * from '../src/index.js';
