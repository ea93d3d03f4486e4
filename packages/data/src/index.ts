/**
 * Prediction tables: columns and their roles, parsers, checks, and rows read for a policy. Without
 * Node, so for a page too.
 *
 * @module
 */

export { expertRight, highest, modelRight } from './answers.js';
export { type Case, caseReader } from './case-reader.js';
export { compareTables } from './check/between.js';
export { type CheckOptions, checkTable, refuseErrors } from './check/check.js';
export { type ColumnPatterns, splitColumns } from './column-patterns.js';
export {
  COLUMN_ROLES,
  type ColumnRole,
  columnRoles,
  optionOfRole,
  type Purpose,
  type RoleChoices,
  type RoleName,
  rolesFor,
} from './column-roles.js';
export { type CostMatrix, parseCostMatrix } from './cost-matrix.js';
export { type Cases, casesFor } from './for-policy/cases.js';
export {
  type DecidedRows,
  type DecideStreamOptions,
  decideStream,
  decideTable,
  type TakeLines,
} from './for-policy/decide-rows.js';
export {
  type DecisionLines,
  decisionLines,
  type UnusualRows,
} from './for-policy/decision-lines.js';
export { expertAnswers } from './for-policy/expert-answer.js';
export { refuseOtherColumns } from './for-policy/first-rows.js';
export { insistOnTruth } from './for-policy/insist-on-truth.js';
export { namedColumns, rolesGiven, rolesRemembered, withRoles } from './for-policy/remembered.js';
export { createRowDecider, type RowDecider, type RowDecision } from './for-policy/row-decider.js';
export { type Hasher, tableHash } from './hash.js';
export type { LoadedTable, Source } from './loaded-table.js';
export type { NamedTable } from './named-table.js';
export { type RoleOptions, refuseUnknownOptions, type TableOptions } from './options.js';
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
export { duplicateKeyOf } from './read/json-keys.js';
export { type NpyArray, npyNumbers, readNpyHeader } from './read/npy.js';
export { readZipDirectory, readZipEntry, type ZipEntry } from './read/zip.js';
export { isTableName, readTableFrom } from './read-table.js';
export {
  type StreamedRow,
  type StreamOptions,
  streamRowBatches,
  streamRows,
} from './stream-rows.js';
export type { TableIssue } from './table-issue.js';
export type { TableReply, TableRequest, TableWorker, WorkerScope } from './worker/contract.js';
export { readTableInWorker, type WorkerOptions } from './worker/read.js';
export { serveTables } from './worker/serve.js';
export { npzBytes } from './write/npz.js';
export { csvText, jsonlText } from './write/text.js';
