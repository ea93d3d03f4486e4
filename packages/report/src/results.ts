import { type AnswersMode, type Choice, type Expert, expertKind } from '@cede/core';
import type {
  AskedOptions,
  ComparedCurves,
  CostReport,
  Estimate,
  GroupReport,
  HeadlineRate,
  MethodMetrics,
  Quality,
  SummarisedMethod,
  Target,
  Verdict,
} from '@cede/study';
import { shownAs } from './shown.js';

/**
 * `results.json`: a contract others read (docs/results.md). Keys may be added, never changed. In
 * percent for accuracy; in the loss's own unit where the table only has losses.
 */
export interface Results {
  readonly format: 'cede/results';
  readonly version: 1;
  readonly fit: {
    readonly rows: number;
    readonly classes: number;
    readonly hash: string;
    /** The feature columns that scorers could see, besides the model's probabilities. */
    readonly features: readonly string[];
    /** Levels of categorical columns, and rows without a value; where there are any. */
    readonly categories?: Readonly<Record<string, number>>;
    readonly missing?: Readonly<Record<string, number>>;
    /** Numbers a row, of each list column. */
    readonly blocks?: Readonly<Record<string, number>>;
  };
  /** Rows of the fitting table that the deployed threshold was set on. */
  readonly calibrationRows?: number;
  /** Whom the results are about; absent where there is nobody to ask. */
  readonly expert?: string;
  readonly test: {
    readonly rows: number;
    readonly modelAccuracy: number;
    readonly expertAccuracy: number;
    readonly hash: string;
    /** Further rows of the test table, without an answer of the expert; `rows` are those with one. */
    readonly unanswered?: number;
    /** Calibration error, Brier score, balanced accuracy. */
    readonly model?: Quality;
    readonly expert?: Quality;
  };
  readonly rates: readonly number[];
  /** What the command line asked for besides the tables: a folder holds the results of one such question. */
  readonly asked?: AskedOptions;
  readonly methods: Readonly<Record<string, MethodResults>>;
  /** What the report's headline is about, settled before the test table was looked at. */
  readonly finding: HeadlineRate & {
    readonly method: string;
    /** At that rate, minus handing over at random, and minus confidence: paired 95 % intervals. */
    readonly overRandom?: Estimate;
    readonly overConfidence?: Estimate;
    /** Another method that is ahead there for sure: its lead holds for all other methods at once. */
    readonly ahead?: { readonly method: string; readonly difference: Estimate };
  };
  /** How `policy.json` answers where not with the most probable class. `calibrated`: all figures do, too. */
  readonly answers?: AnswersMode;
  /** Whether joined answers were kept, and their gain on the fitting rows out of fold (fractions). */
  readonly combined?: ComparedCurves['combined'];
  readonly leftOut: ComparedCurves['leftOut'];
  /** From the fitting table alone; null where it allows none. Fractions, not percent. */
  readonly verdict?: Verdict | null;
  /** How `auto` chose, where it took part. */
  readonly choice?: Choice;
  /** Per group at the headline's rate; fractions. */
  readonly groups?: GroupReport;
  /** With the most probable class as the answer; of least expected cost under `leastCost`. */
  readonly costs?: CostReport & {
    /** Which of the two the report is about. */
    readonly answers?: AnswersMode;
    readonly leastCost?: CostReport;
  };
  /** Where several experts were compared: each one's results, by name. */
  readonly experts?: Readonly<Record<string, Results>>;
}

/** The results of one method along the rates. */
export interface MethodResults extends Partial<MethodMetrics> {
  readonly seeds: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly area: number;
  /** For `auto`: the method it chose. */
  readonly chosen?: string;
}

/** The document as `results.json` tells it. */
export function toResults(comparison: ComparedCurves & Named): Results {
  const { experts } = comparison;
  const results = ownResults(comparison);
  if (!experts || experts.length === 0) return results;
  const others = experts.map((other) => [other.expert.name, ownResults(other)]);
  return {
    ...results,
    experts: { [comparison.expert!.name]: results, ...Object.fromEntries(others) },
  };
}

/** Whoever compares several experts says which one this is. */
interface Named {
  readonly expert?: { readonly name: string; readonly kind: Expert['kind'] };
}

function ownResults(comparison: ComparedCurves & Named): Results {
  const { target, fit, test, methods, verdict, choice, groups, costs, headline, expert } =
    comparison;
  const { value } = shownAs(target);
  return {
    format: 'cede/results',
    version: 1,
    fit: {
      ...{ rows: fit.rows, classes: fit.classes, hash: fit.hash, features: fit.features },
      ...(fit.categories && { categories: fit.categories }),
      ...(fit.missing && { missing: fit.missing }),
      ...(fit.blocks && { blocks: fit.blocks }),
    },
    test: {
      rows: test.rows,
      modelAccuracy: value(test.model),
      expertAccuracy: value(test.expert),
      hash: test.hash,
      ...(test.unanswered && { unanswered: test.unanswered }),
      ...(test.modelQuality && { model: inPercent(test.modelQuality) }),
      ...(test.expertQuality && { expert: inPercent(test.expertQuality) }),
    },
    rates: comparison.rates,
    methods: Object.fromEntries(methods.map((method) => [method.name, methodOf(method, target)])),
    finding: findingOf(comparison),
    ...(headline.deployed && { calibrationRows: headline.deployed.calibrationRows }),
    ...(expert && expertKind(expert).answers && { expert: expert.name }),
    ...(comparison.answers && { answers: comparison.answers }),
    ...(comparison.combined && { combined: comparison.combined }),
    leftOut: comparison.leftOut,
    ...(verdict !== undefined && { verdict }),
    ...(choice && { choice }),
    ...(groups && { groups }),
    ...(costs && {
      costs: {
        ...costs.report,
        ...(costs.answers && { answers: costs.answers }),
        ...(costs.leastCost && { leastCost: costs.leastCost.report }),
      },
    }),
  };
}

function methodOf({ seeds, mean, std, area, chosen, metrics }: SummarisedMethod, target: Target) {
  const { value, values, size } = shownAs(target);
  const { aurc, augrc, riskCoverage, balancedAccuracy, ...rest } = metrics ?? ({} as MethodMetrics);
  return {
    seeds,
    mean: values(mean),
    std: std.map(size),
    area: value(area),
    ...(chosen !== undefined && { chosen }),
    ...rest,
    ...(aurc !== undefined && { aurc: size(aurc) }),
    ...(augrc !== undefined && { augrc: size(augrc) }),
    ...(riskCoverage && {
      riskCoverage: riskCoverage.map(({ coverage, risk }) => ({ coverage, risk: size(risk) })),
    }),
    ...(balancedAccuracy && { balancedAccuracy: balancedAccuracy.map((share) => 100 * share) }),
  };
}

function inPercent({ calibrationError, brier, balancedAccuracy }: Quality): Quality {
  return {
    ...(calibrationError !== undefined && { calibrationError: 100 * calibrationError }),
    ...(brier !== undefined && { brier }),
    ...(balancedAccuracy !== undefined && { balancedAccuracy: 100 * balancedAccuracy }),
  };
}

function findingOf({ target, headline, expert }: ComparedCurves & Named): Results['finding'] {
  const { method, rate, rateFrom, overRandom, overConfidence, ahead } = headline;
  const { interval } = shownAs(target);
  return {
    method,
    rate,
    rateFrom,
    ...(overRandom && { overRandom: interval(overRandom) }),
    // Where nobody is asked the difference is one of risks, which are no accuracies.
    ...(overConfidence &&
      (!expert || expertKind(expert).answers) && {
        overConfidence: interval(overConfidence.difference),
      }),
    ...(ahead && { ahead: { method: ahead.method, difference: interval(ahead.difference) } }),
  };
}
