export { expertRight, highest, modelRight } from './answers.js';
export type { LoadedTable, Source } from './assemble/assembler.js';
export { compareTables } from './check/between.js';
export { type CheckOptions, checkTable, refuseErrors } from './check/check.js';
export type { Finding } from './finding.js';
export type { TableOptions } from './options.js';
export { TableError } from './problems.js';
export type {
  Batch,
  ByteSource,
  Field,
  OpenTable,
  RawColumn,
  Reader,
  Want,
} from './read/contract.js';
export { readTableFrom } from './read-table.js';
export { type SplitOptions, type SplitRows, splitRows, splitTable } from './split.js';
export { takeRows } from './take.js';
