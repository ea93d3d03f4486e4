/**
 * The method: losses, ideal distributions, scorers, training, policies, curves and statistics. No
 * dependencies and no Node API, so the same bytes come out in Node and in a browser.
 *
 * @module
 */

export { answeredFit, answeredTable, plainAnswers } from './answers/answered-table.js';
export {
  type Answerer,
  type Answering,
  type AnswersAsk,
  answersBy,
  createAnswerer,
  fitAnswering,
} from './answers/answering.js';
export {
  type Combination,
  type Combiner,
  createCombiner,
  whyNotCombined,
} from './answers/combination.js';
export { type CombinedGain, combinedGain } from './answers/combined-gain.js';
export type { Joining, Said } from './answers/joining/contract.js';
export { joiningOf } from './answers/joining/registry.js';
export { ANSWERS_MODES, type AnswersMode, answersMode } from './answers/mode.js';
export {
  answerCosts,
  type CaseCosts,
  caseCosts,
  errorCosts,
  errorsPriced,
  hasAnswerCosts,
  type PricedBy,
  rejectCosts,
} from './costs/case-costs.js';
export { area, shareOfGap } from './curve/area.js';
export { type Curve, deferralCurve, randomLine, valueAt } from './curve/curve.js';
export { deferredShare } from './curve/deferred-share.js';
export { type Deployed, deployed } from './curve/deployed.js';
export { orderByScore } from './curve/order.js';
export { type Mark, type MarkInput, markedFamilies, marks } from './curve/paper-marks.js';
export { type RankedScores, rankScores, type Scores, scoresOf } from './curve/ranked-scores.js';
export { type ReviewsSaved, rateReaching, reviewsSaved } from './curve/reviews-saved.js';
export { type CurveSummary, summarise } from './curve/summary.js';
export {
  accuracyTarget,
  balancedTarget,
  costTarget,
  type Target,
  topkTarget,
} from './curve/targets.js';
export { decodeBase64, decodeFloats, encodeBase64, encodeFloats } from './encoding/base64.js';
export { duplicateKey } from './encoding/duplicate-key.js';
export { Sha256, sha256, type TextHash } from './encoding/sha256.js';
export { type ErrorDetails, InputError, insist, isAbout, isRefusal } from './error.js';
export { ERROR_CODES, type ErrorCode, type ErrorMeaning } from './error-codes.js';
export {
  type BlockSpec,
  directionOf,
  ownColumns,
  projectedInputs,
  WIDEST_BLOCK,
} from './features/blocks.js';
export { MOST_LEVELS } from './features/categories.js';
export type { ColumnSpec, Standardised } from './features/column-spec.js';
export { type FittedFeatures, fitFeatureSpec, fitFeatures } from './features/fit-spec.js';
export { inputOf } from './features/input.js';
export { makeProjection, type Projection, projectionMatrix } from './features/projection.js';
export { rowFeatures } from './features/row.js';
export {
  type CalibratedSpec,
  denseCount,
  FEATURE_KINDS,
  type FeatureKind,
  type FeatureSpec,
  LOG_FLOOR,
  partsOf,
  topCount,
} from './features/spec.js';
export type { FeatureValue } from './features/values.js';
export type { Divergence } from './ideal/divergence.js';
export { divergenceNamed } from './ideal/registry.js';
export { chowDefers, expertTilt, ratioDefers, ratioOfCost } from './ideal/rules.js';
export {
  type IdealWeights,
  idealWeights,
  klWeight,
  marginalWeight,
} from './ideal/weights.js';
export { scorerKernelBuild } from './kernel/build.js';
export { keepFeatures } from './kernel/kept-features.js';
export { type Loss, predictedClass } from './loss/loss.js';
export type { LossSample } from './loss/loss-sample.js';
export { LOSS_NAMES, lossNamed } from './loss/registry.js';
export { exp, expm1 } from './math/exp.js';
export { log, log1p } from './math/log.js';
export { pow } from './math/pow.js';
export { sigmoid, softplus } from './math/softplus.js';
export { anomalyScorer } from './method/anomaly.js';
export { answeredOutOfFold } from './method/auto/answered-out-of-fold.js';
export { AUTO_MEMBERS } from './method/auto/auto.js';
export { autoChoiceSentence } from './method/auto/auto-choice-sentence.js';
export { autoSample, choosing, type ScoreTask, scoreTask } from './method/auto/choice-rounds.js';
export { choose, progressOf } from './method/auto/choose.js';
export { type Fold, foldRows, sampleRows } from './method/auto/fold-rows.js';
export { placesOutOfFold, scoreFold } from './method/auto/out-of-fold.js';
export { candidatesFor, SHORTLIST } from './method/auto/shortlist.js';
export { type VerdictOptions, verdictOf } from './method/auto/verdict-of.js';
export type { Choice, ChoiceGain, Standing } from './method/choice.js';
export { closest } from './method/closest-word.js';
export { insistOnFitOptions } from './method/fit-options.js';
export { fittedPropensity } from './method/fitted-propensity.js';
export type {
  Density,
  Family,
  FitOptions,
  Fitted,
  Method,
  ScorerShape,
  ShortlistName,
} from './method/method.js';
export { spokenMethod } from './method/mix.js';
export {
  METHOD_NAMES,
  methodNamed,
  type OptionsRead,
  optionsRead,
  shapedName,
} from './method/registry.js';
export { augrc, augrcOf } from './metric/augrc.js';
export { aurc, aurcOf } from './metric/aurc.js';
export { balancedAccuracy } from './metric/balanced-accuracy.js';
export { brierScore } from './metric/brier.js';
export { coverageAreas } from './metric/coverage-areas.js';
export { expectedCalibrationError } from './metric/expected-calibration-error.js';
export { ratesForGain } from './metric/rate-for-gain.js';
export { recallPerClass } from './metric/recall.js';
export { type Accepted, acceptedLoss, acceptedRows } from './metric/risk-coverage.js';
export type { Layer, Network, NetworkShape } from './network/network.js';
export { amount, count, fixed, signed } from './number.js';
export { type OptionNotation, optionText, writeOptionsAs } from './option-text.js';
export { costedSettings, settingForBudget } from './policy/budget.js';
export {
  type Calibration,
  type CalibrationBin,
  calibrate,
  rightCalibration,
} from './policy/calibration.js';
export {
  type CertifyingTable,
  certificatesAt,
  type StoredCertificate,
  type StoredDial,
} from './policy/certificates.js';
export {
  type CombinedAnswer,
  createDecider,
  type Decider,
  type Decision,
  decide,
} from './policy/decide.js';
export { type DecidedTable, decideWhole } from './policy/decide-table.js';
export {
  defaultMethod,
  fitPolicy,
  fitPolicyOn,
  POLICY_DEFAULTS,
  type PolicyFitOptions,
} from './policy/fit.js';
export { calibrationGrid, spanningCalibrationGrid } from './policy/grid.js';
export { groupOfRow } from './policy/group-of-row.js';
export {
  type GroupThresholds,
  groupThreshold,
  MODEL_ANSWER,
} from './policy/group-thresholds.js';
export {
  askedName,
  costOutcomes,
  countsCosts,
  expertFor,
  expertIfAny,
  isRejecting,
  policyExpert,
  policyOutcomes,
  rejectOutcomes,
  withRejectExpert,
} from './policy/outcomes.js';
export { parsePolicy } from './policy/parse.js';
export type {
  Chosen,
  LargestSeen,
  Policy,
  PolicyColumns,
  PolicyOptions,
  Threshold,
} from './policy/policy.js';
export { policyChecksum, policyId, printPolicy } from './policy/print.js';
export { canTellSeen, rowSample, shareSeen } from './policy/row-sample.js';
export { type StandaloneCase, standaloneDecider, standaloneFile } from './policy/standalone.js';
export {
  type Setting,
  settingAt,
  settingForCost,
  settingForRate,
  settings,
} from './policy/threshold.js';
export { type TopCase, topCases } from './policy/top-cases.js';
export { type TuneOptions, tune, tuneOnTraffic, withThreshold } from './policy/tune.js';
export { calibrateRow, type ProbabilityCalibration } from './probabilities/calibration.js';
export { type CrossFitted, crossFit } from './probabilities/cross-fit.js';
export { fitCalibration } from './probabilities/fit-calibration.js';
export { permutation, shuffle } from './random/permutation.js';
export { type Stream, stream } from './random/stream.js';
export { ratioFromScore, thresholdFromRatio } from './ratio/density-ratio.js';
export type { RatioLoss } from './ratio/ratio-loss.js';
export { RATIO_LOSSES, type RatioName, ratioNamed } from './ratio/registry.js';
export { createExplainer, type Explainer, type Influence, inputNames } from './scorer/explain.js';
export { createRunner, type ScorerRunner, scoreRows } from './scorer/runner.js';
export type { Combine, Scorer } from './scorer/scorer.js';
export {
  type AnsweredOutcome,
  type AnsweredRows,
  answeredMean,
  answeredOutcome,
  heaviestAnswer,
} from './statistics/answered-rows.js';
export { type Band, band } from './statistics/band.js';
export {
  lowerMeanOfRanges,
  type RangedAboveClaim,
  type RangedClaim,
  upperMeanOfRanges,
} from './statistics/bets-of-ranges.js';
export { lowerMean, lowerMeanFixed, meanAbove, upperMean } from './statistics/betting.js';
export { lowerProportion, upperProportion } from './statistics/binomial.js';
export {
  type BootstrapInput,
  bootstrapCurves,
  type Replicates,
  type Resampling,
} from './statistics/bootstrap.js';
export {
  type Certificate,
  type CertifyInput,
  certify,
  certifyGroups,
} from './statistics/certificate.js';
export type { CertifyingRows, CostRows, Outcome } from './statistics/certifying-rows.js';
export { type Contradiction, contradictions } from './statistics/contradiction.js';
export { deferredAtRate, deferredAtThreshold } from './statistics/deferred-rows.js';
export { type Dial, type DialPoint, dialBounds, dialSpending } from './statistics/dial.js';
export { ranksWithinFolds, stratifiedFolds } from './statistics/folds.js';
export type { Gain } from './statistics/gain.js';
export {
  effectiveUnits,
  FEWEST_UNITS,
  type GainInterval,
  type GainRows,
  gainInterval,
  meanInterval,
  shareInterval,
  unitTotals,
} from './statistics/gain-interval.js';
export { type Grid, type GridInput, thresholdGrid } from './statistics/grid.js';
export { type HarmRows, harmTest } from './statistics/harm.js';
export { holm } from './statistics/holm.js';
export type { Interval } from './statistics/interval.js';
export { normalAtMost, normalQuantile } from './statistics/normal.js';
export { type HandOver, pairedInterval } from './statistics/paired-interval.js';
export { type MarkedMethod, type PairedMark, pairedMarks } from './statistics/paired-marks.js';
export type {
  GridEstimate,
  PromiseKind,
  PromiseName,
  Promises,
} from './statistics/promises/contract.js';
export { askedOf, PROMISES } from './statistics/promises/registry.js';
export { propensityWeights } from './statistics/propensity.js';
export { type Range, withinRange } from './statistics/range.js';
export { signTest } from './statistics/sign-test.js';
export {
  type StoredThreshold,
  storeThreshold,
  thresholdValue,
} from './statistics/stored-threshold.js';
export { studentAbove, studentQuantile } from './statistics/student.js';
export { VERDICT_RATES, verdict } from './statistics/verdict.js';
export type { CostVerdict, Verdict } from './statistics/verdict-result.js';
export { verdictCaveats } from './statistics/verdict-sentence.js';
export {
  gainIntervalsAt,
  type IntervalAt,
  type PointwiseBand,
  pointwiseBand,
  type SimultaneousBand,
  simultaneousBand,
  valueIntervalsAt,
} from './statistics/widened-band.js';
export { validateProbabilities } from './table/check-values.js';
export type { ExpertKind } from './table/expert-kinds/contract.js';
export { NOBODY, REJECT } from './table/expert-kinds/nobody.js';
export { EXPERT_KINDS, expertKind } from './table/expert-kinds/registry.js';
export {
  type Arrays,
  type ExpertArrays,
  type FeatureCell,
  tableFromArrays,
} from './table/from-arrays.js';
export { leastCostAnswer } from './table/least-cost.js';
export { LevelCollector, levelName } from './table/levels.js';
export { modelLosses, type TableLosses, tableLosses } from './table/losses.js';
export { majority } from './table/majority.js';
export { observedValues, observedWeights, standingWeights } from './table/observed.js';
export {
  expertAt,
  expertIndex,
  expertRight,
  modelAnswers,
  modelRight,
  type Outcomes,
  outcomesOf,
} from './table/outcomes.js';
export { type SplitOptions, type SplitRows, splitRows, splitTable } from './table/split.js';
export { isSoundSum, mostOff, SUM_ROUNDING, SUM_TOLERANCE, sumHint } from './table/sums.js';
export type { Block, Categories, Column, Expert, ExpertAnswers, Table } from './table/table.js';
export { takeRows } from './table/take.js';
export { validateTable } from './table/validate.js';
export type { TrainOptions, TrainProgress } from './train/options.js';
export { AbortedError, TRAIN_DEFAULTS, train, trainAsync } from './train/train.js';
export type { TreePair } from './trees/pair.js';
export type { Trees } from './trees/tree.js';
export { type Constraint, constraint } from './validate/constraint.js';
export { type Keys, refuseUnknown } from './validate/known-keys.js';
export { insistOn, type Violation, violations } from './validate/violations.js';
