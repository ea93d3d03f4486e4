// The public surface of @cede/study.
export {
  answerCosts,
  type CaseCosts,
  caseCosts,
  errorCosts,
  hasAnswerCosts,
  rejectCosts,
} from './costs/case-costs.js';
export { budgetOf, calibrationCost, spentAt } from './costs/policy-cost.js';
export { answeredRows } from './experts/answered.js';
export { type EstimatedPropensity, withPropensities } from './experts/propensities.js';
export {
  type GroupInput,
  type GroupOutcome,
  type GroupReport,
  groupReport,
} from './groups/group-report.js';
export { equalRates, groupsOf } from './groups/own-thresholds.js';
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
export { insistOnTruth } from './table/insist-on-truth.js';
export { type NamedTable, warnings } from './table/named-table.js';
