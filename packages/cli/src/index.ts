/**
 * cede as a library: every question of the command line is a function with sensible defaults.
 *
 * A table is read from files (`readTable`) or made in memory (`tableFromArrays`); every question takes
 * either, and honours the clusters, weights and propensities that the table has. Answers are plain
 * documents in fractions. What was refused is an `InputError` whose message says how to fix it.
 *
 * @module
 */
export {
  type Arrays,
  type Choice,
  createDecider,
  type Decider,
  type Decision,
  type ExpertArrays,
  type FitOptions,
  InputError,
  METHOD_NAMES,
  type Policy,
  parsePolicy,
  printPolicy,
  type Table,
  tableFromArrays,
} from '@cede/core';
export {
  createRowDecider,
  type RowDecider,
  type RowDecision,
  type TableIssue,
  type TableOptions,
} from '@cede/data';
export { writeTable } from '@cede/data/node';
export { policyToOnnx as exportOnnx } from '@cede/onnx';
export { type ReportData, type Results, renderReport, toResults } from '@cede/report';
export { policyToSql as exportSql, type SqlOptions } from '@cede/sql';
export {
  type AnyTable,
  type AskedPromises,
  type Bounds,
  type BoundsAsk,
  bounds,
  type Certification,
  type CertifyAsk,
  type CompareAsk,
  type Comparison,
  certify,
  check,
  type EvaluateAsk,
  type Evaluation,
  evaluate,
  type FitAsk,
  type Fitting,
  type JudgeAsk,
  type NamedTable,
  type Note,
  type StudyProgress,
  splitTable,
  type TableCheck,
  type TableSplit,
  type TrainingAsk,
  type TuneSetting,
  type Tuning,
  tune,
  type Verdict,
} from '@cede/study';
export { choose, compare, fit, judge, type RunOptions } from '@cede/study/node';
export { readPolicy, writePolicy } from './files.js';
export type { Path } from './library/paths.js';
export { toReport, writeReport } from './library/report.js';
export { readTable } from './library/tables.js';
export { VERSION } from './version.js';
