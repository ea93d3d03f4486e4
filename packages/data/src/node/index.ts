/**
 * Tables from files: Parquet and large CSV by DuckDB, several files as one table, and scores for files
 * of any size.
 *
 * @module
 */

export { tableHash } from './hash.js';
export { loadPair } from './load-pair.js';
export { loadTable } from './load-table.js';
export { readForPolicy, readRowsForPolicy } from './read-for-policy.js';
export { readTable } from './read-table.js';
export { loadSample, type SampledTable } from './sample.js';
export type { ScoredPart } from './score/ledger.js';
export { prepareScores } from './score/score-function.js';
export {
  type ScoredParts,
  type ScorePartsOptions,
  scoreParts,
} from './score/score-parts.js';
export { writeTable } from './write-table.js';
