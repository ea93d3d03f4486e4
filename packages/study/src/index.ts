/**
 * The questions: compare, judge, choose, fit, tune, certify, evaluate, check. Pure functions of
 * tables, policies and options; each answers with one document. Without Node.
 *
 * @module
 */

export { insistOnTruth } from '@cede/data';
export { type IdleTraining, idleTraining } from './ask/idle-training.js';
export type { FormerTrainingAsk, TrainingAsk } from './ask/training.js';
export { cellFunctions, keptFunctions } from './cell-functions.js';
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
export type { DeclaredRanges } from './certify/ranges.js';
export { countedBy } from './certify/stored-certificate.js';
export { storedGrid } from './certify/stored-grid.js';
export type { TestOrder } from './certify/test-order.js';
export type { AlwaysAsking } from './check/always-asking.js';
export type { CalibratedAnswers } from './check/calibrated-answers.js';
export { type CheckAsk, check, type TableCheck } from './check/check.js';
export {
  type ExpertSummary,
  type GroupSummary,
  summarise,
  type TableSummary,
} from './check/summary.js';
export { choose } from './choose/choose.js';
export {
  CALIBRATION_SHARE,
  type CompareAsk,
  type ComparedSide,
  DEFAULT_SEEDS,
  type MeasureAsk,
} from './compare/ask.js';
export { type AskedOptions, askedOptions, differingOptions } from './compare/asked.js';
export type { ClassRow } from './compare/class-rows.js';
export { answeredSides, compare, planComparison } from './compare/compare.js';
export type {
  AheadMethod,
  BandMeaning,
  Chart,
  ChartLine,
  ChartStop,
  ComparedCurves,
  ComparedMethod,
  Comparison,
  ConfidenceRival,
  Estimate,
  Headline,
  SummarisedMethod,
} from './compare/comparison.js';
export type {
  ClassStops,
  DialDetails,
  GroupStops,
  MethodDetails,
  ScoreStops,
} from './compare/dial-stops.js';
export { columnMarks } from './compare/drawn.js';
export { bandHolds } from './compare/hand-over-chart.js';
export { type HeadlineStops, headlineStops } from './compare/headline-stops.js';
export type { ScoreHistogram } from './compare/histogram.js';
export { measure, summariseCurves } from './compare/measure.js';
export type { PlannedComparison } from './compare/plan-comparison.js';
export { mayReject, type PreparedComparison, prepareComparison } from './compare/prepare.js';
export type { AnsweredGroup } from './compare/risk-groups.js';
export {
  clearlyAhead,
  confidenceRival,
  type DifferenceInterval,
  differenceIntervals,
  othersThan,
  overRandom,
} from './compare/rival.js';
export type { Target } from './compare/target.js';
export type { BesideExpert } from './costs/beside-expert.js';
export {
  type AnsweredCosts,
  type ComparedCosts,
  comparedCosts,
  costsByAnswers,
} from './costs/compared-costs.js';
export type { CostCurves, CostLine } from './costs/cost-curves.js';
export { type CostPoint, type CostReport, costReport, type Saving } from './costs/cost-report.js';
export { budgetOf, calibrationCost, spentAt } from './costs/policy-cost.js';
export {
  type BandKind,
  bandOf,
  CONFIDENCE as BAND_CONFIDENCE,
  GRID,
  meanAt,
  nearest,
  RESAMPLES,
  resampleMethods,
  seedBand,
} from './curves/bands.js';
export { gainRowsOf } from './curves/gain-rows.js';
export type { CertificateSeen } from './evaluate/certificates.js';
export { type EvaluateAsk, evaluate } from './evaluate/evaluate.js';
export type { Evaluation, PolicyOutcome } from './evaluate/evaluation.js';
export type { Interval } from './evaluate/interval.js';
export type { MissingEvidence } from './evaluate/missing-evidence.js';
export type { Realised, RealisedCosts } from './evaluate/realised-costs.js';
export { answeredRows } from './experts/answered.js';
export { type Combined, combinedOn } from './experts/combined.js';
export { type EstimatedPropensity, withPropensities } from './experts/propensities.js';
export { type FitAsk, type Fitting, fit } from './fit/fit.js';
export { type SampleLoss, sampleLoss } from './fit/sample-loss.js';
export {
  type GroupOutcome,
  type GroupReport,
  type GroupRows,
  groupReport,
  type RowGroups,
  type UntoldGroup,
} from './groups/group-report.js';
export { equalRates, groupsOf } from './groups/own-thresholds.js';
export { inlineStudyRunner } from './inline-runner.js';
export { type MethodMetrics, meanCurve, type Quality } from './metrics/metrics.js';
export { issueNotes, type Note } from './note.js';
export { DEFAULT_RATE, type HeadlineRate, type RateFrom } from './plan/headline-rate.js';
export { type AskedPlan, type ComparisonPlan, PAPER_RATES } from './plan/plan.js';
export {
  lossesOf,
  type Rejection,
  type RiskPoint,
  rejection,
  riskCoverage,
  riskInterval,
} from './reject/rejection.js';
export type { Run, StudyContext, StudyProgress, StudyRunner, StudyTables } from './run/run.js';
export { type StepTimes, stepClock } from './run/step-times.js';
export type { DeployResult } from './scores/cells.js';
export type { MethodScores } from './scores/method-scores.js';
export { comparisonCells, type Sides, scoreMethods } from './scores/score-methods.js';
export type { FeatureKinds } from './table/feature-kinds.js';
export { fittingShare } from './table/fitting-rows.js';
export type { HashedTable } from './table/hashed-table.js';
export { type AnyTable, type NamedTable, namedTable, warnings } from './table/named-table.js';
export { splitTable, type TableSplit } from './table/split-table.js';
export type { TuneMode, TuneSetting } from './tune/contract.js';
export { TUNE_MODES, tuneMode } from './tune/registry.js';
export { type Tuning, tune } from './tune/tune.js';
export { claimedGain } from './verdict/claimed-gain.js';
export {
  type JudgeAsk,
  judge,
  noVerdict,
  SMALLEST_GAIN,
  VERDICT_CONFIDENCE,
  type Verdict,
} from './verdict/judge.js';
