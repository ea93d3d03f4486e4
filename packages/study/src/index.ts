// The public surface of @cede/study.
export { type Bounds, type BoundsAsk, bounds } from './certify/bounds.js';
export { type Certification, certify } from './certify/certify.js';
export { type CertifyAsk, CONFIDENCE, type GroupsAsk } from './certify/certify-ask.js';
export type { Counted } from './certify/counted-rows.js';
export {
  type AskedPromises,
  PromiseError,
  type PromiseName,
  type PromiseRefusal,
  type RowsNeeded,
} from './certify/promises/contract.js';
export { PROMISES, rowsNeeded } from './certify/promises/registry.js';
export { countedBy } from './certify/stored-certificate.js';
export { storedGrid } from './certify/stored-grid.js';
export type { TestOrder } from './certify/test-order.js';
export { check, type TableCheck } from './check/check.js';
export {
  type ExpertSummary,
  type GroupSummary,
  summarise,
  type TableSummary,
} from './check/summary.js';
export {
  answerCosts,
  type CaseCosts,
  caseCosts,
  errorCosts,
  hasAnswerCosts,
  rejectCosts,
} from './costs/case-costs.js';
export { budgetOf, calibrationCost, spentAt } from './costs/policy-cost.js';
export type { CertificateSeen } from './evaluate/certificates.js';
export { type EvaluateAsk, evaluate } from './evaluate/evaluate.js';
export type { Evaluation, PolicyOutcome } from './evaluate/evaluation.js';
export type { Interval } from './evaluate/interval.js';
export type { MissingEvidence } from './evaluate/missing-evidence.js';
export type { Realised, RealisedCosts } from './evaluate/realised-costs.js';
export { answeredRows } from './experts/answered.js';
export { type EstimatedPropensity, withPropensities } from './experts/propensities.js';
export { type FitAsk, type FitRun, type Fitting, fit } from './fit/fit.js';
export {
  type GroupInput,
  type GroupOutcome,
  type GroupReport,
  groupReport,
} from './groups/group-report.js';
export { equalRates, groupsOf } from './groups/own-thresholds.js';
export { issueNotes, type Note } from './note.js';
export {
  lossesOf,
  type Rejection,
  type RiskPoint,
  rejection,
  riskCoverage,
  riskInterval,
} from './reject/rejection.js';
export {
  COVERAGES,
  REJECTED,
  type RiskUnit,
  riskAt,
  riskReplicates,
  riskUnit,
} from './reject/risk.js';
export { fittingShare } from './table/fitting-rows.js';
export { insistOnTruth } from './table/insist-on-truth.js';
export { type AnyTable, type NamedTable, namedTable, warnings } from './table/named-table.js';
export type { TuneMode, TuneSetting } from './tune/contract.js';
export { TUNE_MODES, tuneMode } from './tune/registry.js';
export { type Tuning, tune } from './tune/tune.js';
