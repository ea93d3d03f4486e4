import type {
  AnswersMode,
  Choice,
  Expert,
  Family,
  Mark,
  ReviewsSaved,
  StoredThreshold,
} from '@cede/core';
import type { ComparedCosts } from '../costs/compared-costs.js';
import type { Combined } from '../experts/combined.js';
import type { GroupReport } from '../groups/group-report.js';
import type { MethodMetrics, Quality } from '../metrics/metrics.js';
import type { HeadlineRate } from '../plan/headline-rate.js';
import type { FeatureKinds } from '../table/feature-kinds.js';
import type { Verdict } from '../verdict/judge.js';
import type { ClassRow } from './class-rows.js';
import type { DialDetails } from './dial-stops.js';
import type { ScoreHistogram } from './histogram.js';
import type { AnsweredGroup } from './risk-groups.js';
import type { Target } from './target.js';

/**
 * What one comparison of methods found, as plain JSON: the one document that `results.json`, the
 * report and the terminal are made from. Rates and shares are fractions; values are of `target`
 * (along the chart, of the chart's), and more is better unless the target says otherwise.
 */
export interface Comparison extends ComparedCurves {
  readonly format: 'cede/comparison';
  readonly version: 1;
  readonly expert: { readonly name: string; readonly kind: Expert['kind'] };
  /** In the order of the class indices; empty for tables without classes. */
  readonly classNames: readonly string[];
  readonly training: Training;
  readonly headline: Headline;
  /** The headline's method at the rate that several experts are compared at, where that was asked. */
  readonly sideBySide?: {
    readonly rate: number;
    readonly value: number;
    readonly gain: Estimate;
  };
  readonly chart: Chart;
  readonly methods: readonly ComparedMethod[];
  /** The headline's method against the model's confidence: rates for the same value. */
  readonly reviewsSaved: readonly ReviewsSaved[];
  /** At the headline's rate with the headline's method; empty for tables without classes. */
  readonly perClass: readonly ClassRow[];
  readonly histogram?: ScoreHistogram;
  /** Classes, groups and scores at other settings; absent where there are too many rows. */
  readonly details?: DialDetails;
  readonly groups?: GroupReport;
  /** The same groups where nobody is asked: what is wrong among the answers that each gets. */
  readonly answeredGroups?: readonly AnsweredGroup[];
  readonly costs?: ComparedCosts;
  /** policy.json of the headline's method, where it can decide. */
  readonly policy?: string;
  /** Where several experts were compared: those of the others, in the table's order. */
  readonly experts?: readonly Comparison[];
}

/** What the curves say by themselves, without intervals: enough for the core of `results.json`. */
export interface ComparedCurves {
  readonly target: Target;
  readonly fit: ComparedTable &
    FeatureKinds & {
      readonly classes: number;
      /** The feature columns that scorers could see, besides the model's probabilities. */
      readonly features: readonly string[];
    };
  readonly test: ComparedTable & {
    /** Further rows of the table, without an answer of the expert; `rows` are those with one. */
    readonly unanswered?: number;
    readonly model: number;
    readonly expert: number;
    /** How well probabilities mean what they say; of the expert where there is one. */
    readonly modelQuality?: Quality;
    readonly expertQuality?: Quality;
  };
  /** Shares handed over, as asked. */
  readonly rates: readonly number[];
  readonly methods: readonly SummarisedMethod[];
  readonly headline: HeadlineRate &
    Pick<Headline, 'method'> &
    Partial<Pick<Headline, 'overRandom' | 'overConfidence' | 'ahead' | 'deployed'>>;
  /** How the policy answers where not with the most probable class; `calibrated`: the curves, too. */
  readonly answers?: AnswersMode;
  /** Whether the expert's answers are joined with the model's, where that was asked for; fractions. */
  readonly combined?: Combined;
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** From the fitting table alone; null where it allows none, absent where nobody asked. */
  readonly verdict?: Verdict | null;
  /** How `auto` chose, where it took part. */
  readonly choice?: Choice;
  readonly groups?: GroupReport;
  readonly costs?: Pick<ComparedCosts, 'report'> & Partial<ComparedCosts>;
  readonly experts?: readonly Comparison[];
}

export interface ComparedTable {
  readonly name: string;
  readonly rows: number;
  readonly hash: string;
}

export interface Training {
  readonly seeds: readonly number[];
  readonly epochs: number;
  readonly batch: number;
}

/** A method's curve at `rates`: means and deviations over seeds. */
export interface SummarisedMethod {
  readonly name: string;
  readonly seeds: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** The mean value over all rates. */
  readonly area: number;
  /** For `auto`: the method it chose. */
  readonly chosen?: string;
  readonly metrics?: MethodMetrics;
}

/** In the plan's order, random first and the oracle last. */
export interface ComparedMethod extends SummarisedMethod {
  readonly family: Family;
  readonly metrics: MethodMetrics;
  readonly line: ChartLine;
  /** How it stands in each column of the table. */
  readonly marks: readonly Mark[];
  /** Where nobody is asked: what is wrong among the answers, at the chart's rates and over all shares. */
  readonly risk?: {
    readonly mean: readonly number[];
    readonly std: readonly number[];
    readonly aurc: number;
    readonly augrc: number;
  };
}

/** The axes of the figure. */
export interface Chart {
  /** What a share along it is a share of: cases handed over, or cases answered. */
  readonly axis: 'handed-over' | 'answered';
  readonly target: Target;
  /** The columns of the table. */
  readonly rates: readonly number[];
  /** Where lines are drawn. */
  readonly grid: readonly number[];
  readonly band: BandMeaning;
}

/** What the shaded bands say. `seeds`: ± one standard deviation over seeds, as the paper draws. */
export type BandMeaning = (
  | { readonly kind: 'seeds' }
  | {
      readonly kind: 'rows-and-seeds';
      readonly confidence: number;
      /** True where the whole curve lies inside with this confidence, not each rate alone. */
      readonly simultaneous: boolean;
      /** The one method whose band holds for the whole curve, where the others' don't. */
      readonly simultaneousFor?: string;
    }
) & {
  /** Pairs of a model and an expert that bands are over as well, where there are several. */
  readonly pairs?: number;
};

/** Lists along the chart's grid. */
export interface ChartLine {
  readonly values: readonly number[];
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
  /** Cases the model would have got wrong and the system gets right, and the reverse. */
  readonly avoided?: readonly number[];
  readonly caused?: readonly number[];
  /** Against the model's confidence, or chance where it has none; the ends hold at all rates at once. */
  readonly over?: OverLine;
  /** At the headline's place, on every line where that is none of the grid. */
  readonly atHeadline?: ChartStop;
}

/** A method minus another on the same resamples, along the chart's grid. */
export interface OverLine {
  readonly from: 'conf' | 'random';
  readonly estimate: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** A line at one place. */
export interface ChartStop {
  readonly value: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly avoided?: number;
  readonly caused?: number;
  readonly over?: Estimate;
}

/** The one claim, about a method and a rate that were settled before the test table was seen. */
export interface Headline extends HeadlineRate {
  readonly method: string;
  /** Its place on the chart: the rate, or the share answered. */
  readonly at: number;
  /** Along the chart; the expert's is of no meaning where there is nobody to ask. */
  readonly model: number;
  readonly expert: number;
  /** What the method reaches there: the mean over seeds, as on its line. */
  readonly value: number;
  /** value − model. */
  readonly gain: Estimate;
  readonly confidence: number;
  /** The gain along the grid; the ends hold at all places at once. */
  readonly gains: {
    readonly estimate: readonly number[];
    readonly lower: readonly number[];
    readonly upper: readonly number[];
  };
  /** Against the model's confidence; absent where that is the method, or takes no part. */
  readonly overConfidence?: ConfidenceRival;
  /** value minus what the same share at random gives, on the same resamples. */
  readonly overRandom?: Estimate;
  /** The best of the other methods, where it is ahead for sure. */
  readonly ahead?: AheadMethod;
  /** Whether something simpler does as well, or another method does better. */
  readonly beaten: boolean;
  /** With a threshold fixed on calibration rows; absent where none was kept aside. */
  readonly deployed?: {
    readonly calibrationRows: number;
    /** Absent where it stands for several policies. */
    readonly threshold?: StoredThreshold;
    readonly at: number;
    readonly value: number;
  };
}

/** Thresholding the model's confidence, beside the headline's method. */
export interface ConfidenceRival {
  /** Where it reaches the headline's value; null where it never does. */
  readonly at: number | null;
  /** The headline's method minus confidence at the headline's place, on the same resamples. */
  readonly difference: Estimate;
  /** Where it never gets there: its best place, and the headline's value minus what it has there. */
  readonly best?: { readonly at: number; readonly difference: Estimate };
}

/** A method of the table that is clearly ahead of the one the headline is about. */
export interface AheadMethod {
  readonly method: string;
  readonly value: number;
  /** Its value minus the headline's; holds for all methods that it was picked from at once. */
  readonly difference: Estimate;
  /** How many that were. */
  readonly among: number;
}

/** An estimate with the ends of its interval. */
export interface Estimate {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}
