import type { Family, Mark } from '@cede/core';
import type {
  ClassRow,
  CostCurves,
  CostLine,
  GroupStops,
  RateFrom,
  ScoreHistogram,
  ScoreStops,
} from '@cede/study';
import type { ClassDetails, LineDetails } from './dial-details.js';

export type {
  ClassDetails,
  ClassRow,
  CostCurves,
  CostLine,
  GroupStops,
  LineDetails,
  ScoreHistogram,
  ScoreStops,
};

/**
 * Everything a report shows, as plain JSON. The report never computes: whoever fills this has
 * done the statistics (`cede compare` from core's curves and bootstrap, the page likewise).
 *
 * Units: rates and shares are fractions (0.2); values of the target are in its own unit, which
 * for accuracy is percent (86.1), as in `results.json`; counts are cases of the test table and
 * may be fractional where they are means over seeds.
 */
export interface ReportData {
  readonly format: 'cede/report-data';
  readonly version: 1;
  readonly title: string;
  readonly target: Target;
  readonly fit: TableSource;
  readonly test: TableSource;
  readonly expert: ExpertSource;
  /** What people call the model; "the model" where absent. */
  readonly model?: { readonly name: string };
  /** In the order of the class indices; empty for tables without classes. */
  readonly classNames: readonly string[];
  /** What was known before the test, where there is a verdict: said after the finding. */
  readonly verdict?: string;
  readonly finding: Headline;
  /** The rates of the table, as asked. */
  readonly rates: readonly number[];
  /** The rates at which curves are drawn and the dial stops, beside the finding's: 2 to 201, ascending. */
  readonly grid: readonly number[];
  /** Cases handed over at each rate of the grid. */
  readonly cases: readonly number[];
  readonly band: BandMeaning;
  /** Without random and oracle, in the order of the table's rows. */
  readonly methods: readonly MethodResult[];
  readonly random: ReferenceResult;
  readonly oracle: ReferenceResult;
  readonly reviewsSaved: readonly ReviewsSavedRow[];
  /** By class at the finding's rate, recalls in percent; empty for tables without classes. */
  readonly perClass: readonly ClassRow[];
  readonly histogram?: ScoreHistogram;
  /** Classes, groups and scores of every line at every stop; where absent, they stay at the finding's. */
  readonly details?: readonly LineDetails[];
  /** What a reader should know of these tables, one paragraph each. */
  readonly remarks?: readonly string[];
  /** What the check of the tables found, one sentence each. */
  readonly warnings: readonly string[];
  /** Those of the warnings that say that tested rows were fitted: they come before the finding. */
  readonly leaks?: readonly string[];
  readonly made: Making;
  readonly groups?: GroupSection;
  readonly costs?: CostSection;
  /** Where several experts were compared: one row each, this report's own among them. */
  readonly experts?: readonly ExpertRow[];
  /**
   * Where there is nobody to ask. Every rate is then the share of cases *answered* (coverage), the
   * target is what is wrong among those (risk), and an area is the mean of that over all shares.
   */
  readonly rejection?: RejectionMeaning;
}

/** Learning to reject: areas of methods, random and oracle by name, in the target's unit. */
export interface RejectionMeaning {
  /** Wrong answers as a share of *all* cases, over all shares answered. */
  readonly augrc: Readonly<Record<string, number>>;
}

/** One of several experts, all at the rate of the report's finding. */
export interface ExpertRow {
  readonly name: string;
  /** Test rows that it answered. */
  readonly rows: number;
  readonly method: string;
  readonly modelValue: number;
  readonly expertValue: number;
  readonly value: number;
  /** value − modelValue. */
  readonly gain: Interval;
  /** Its own report, as a path from this one. */
  readonly report?: string;
}

/** What the y axis measures; `accuracy` is any share in percent. `unit` is printed after a value, `differenceUnit` after a gain. */
export interface Target {
  readonly kind: 'accuracy' | 'loss' | 'cost';
  /** As in a sentence: "accuracy", "mean loss", "cost per case". */
  readonly name: string;
  /** "%" for accuracy; may be empty. */
  readonly unit: string;
  /** "points" for accuracy; may be empty. */
  readonly differenceUnit: string;
  readonly higherIsBetter: boolean;
}

/** The target of most reports: accuracy in percent, more is better. */
export const ACCURACY: Target = {
  kind: 'accuracy',
  name: 'accuracy',
  unit: '%',
  differenceUnit: 'points',
  higherIsBetter: true,
};

/** A table the report is about. */
export interface TableSource {
  readonly name: string;
  readonly rows: number;
  /** Further rows of the test table, which the expert did not answer: nothing is about them. */
  readonly unanswered?: number;
  readonly hash: string;
}

/** An expert of the test table. */
export interface ExpertSource {
  readonly name: string;
  /** As in a sentence: "one label per case", "class probabilities", "votes". */
  readonly kind: string;
}

/** What a report opens with, in words: a claim of one line, and the numbers that carry it. */
export interface Claim {
  readonly claim: string;
  /** The estimate with its interval, then what simpler rules do. One number, one place. */
  readonly evidence: string;
}

/** The one claim the report opens with, about a method chosen before the test table was seen. */
export interface Headline {
  /** The name of one of the methods. */
  readonly method: string;
  /** How it was chosen without the test table, as in "…, chosen {how}": "by --method". */
  readonly chosen: string;
  readonly rate: number;
  /** Who set the rate: the user, the verdict on the fitting rows, or nobody. */
  readonly rateFrom?: RateFrom;
  readonly modelValue: number;
  /** Of no meaning where there is nobody to ask. */
  readonly expertValue: number;
  /** What the method reaches at this rate: the mean over seeds, as on its curve. */
  readonly value: number;
  /** value − modelValue and its interval. */
  readonly gain: number;
  readonly lower: number;
  readonly upper: number;
  /** 0.95. */
  readonly confidence: number;
  /** The gain and its interval along `grid`, each rate by itself. */
  readonly gains?: {
    readonly estimate: readonly number[];
    readonly lower: readonly number[];
    readonly upper: readonly number[];
  };
  /** The simple rival; absent where the finding's method is the rival itself. */
  readonly rival?: Rival;
  /** value minus what handing over the same share at random gives, on the same resamples. */
  readonly overRandom?: Interval;
  /** The best of the other methods of the table, where it is ahead for sure. */
  readonly ahead?: Ahead;
  /** What to try instead, where something simpler does as well or another does better: one sentence. */
  readonly advice?: string;
  /** What happens with a threshold fixed on calibration rows; absent where none was kept aside. */
  readonly deployed?: Deployed;
}

/** A simpler way to hand over, to compare with. */
export interface Rival {
  readonly method: string;
  /** As in "{phrase} needs 26 %": "thresholding the model's confidence". */
  readonly phrase: string;
  /** The lowest rate at which it reaches the finding's value; null where it never does. */
  readonly rate: number | null;
  /** The finding's method minus the rival at the finding's rate, on the same resamples. */
  readonly difference: Interval;
  /** Where it never gets there: its best rate, and the finding's value minus what it has there. */
  readonly best?: { readonly rate: number; readonly difference: Interval };
}

/** A method that does better than the finding's at the finding's rate. */
export interface Ahead {
  readonly method: string;
  readonly value: number;
  /** Its value minus the finding's; holds for all methods that it was picked from at once. */
  readonly difference: Interval;
  /** How many that were. */
  readonly among: number;
}

/** An estimate with the ends of its interval. */
export interface Interval {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** What one policy with its threshold did on the test rows. */
export interface Deployed {
  readonly calibrationRows: number;
  /** Absent where several pairs of networks are drawn as one: each has its own. */
  readonly threshold?: number;
  readonly rate: number;
  readonly value: number;
}

/** What the shaded bands say. `seeds`: ± one standard deviation over seeds, as the paper draws. */
export interface BandMeaning {
  readonly kind: 'rows-and-seeds' | 'seeds';
  /** 0.95; only for `rows-and-seeds`. */
  readonly confidence?: number;
  /** True where the whole curve lies inside with this confidence (max-t), not each rate alone. */
  readonly simultaneous?: boolean;
  /** The one method whose band holds at all rates at once, where the others' hold at each. */
  readonly simultaneousFor?: string;
  /** Pairs of networks that it is over as well, where there are several. */
  readonly pairs?: number;
}

/** A line: summary at `rates`, values along `grid`. */
export interface ReferenceResult {
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** The mean value over all rates. */
  readonly area: number;
  readonly values: readonly number[];
  /** Cases the model would have got wrong and the system gets right, along `grid`. */
  readonly avoided?: readonly number[];
  /** Cases the model would have got right and the system gets wrong, along `grid`. */
  readonly caused?: readonly number[];
  /** Paired on the same resamples, along `grid`: minus the model's confidence, or minus random. */
  readonly over?: {
    readonly from: 'conf' | 'random';
    readonly estimate: readonly number[];
    readonly lower: readonly number[];
    readonly upper: readonly number[];
  };
  /** The same at the finding's rate, on every line where it is none of the grid. */
  readonly atFinding?: Stop;
}

/** A line at one rate. */
export interface Stop {
  readonly value: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly avoided?: number;
  readonly caused?: number;
  readonly over?: Interval;
}

export interface MethodResult extends ReferenceResult {
  /** The canonical name, the key in `results.json`. */
  readonly name: string;
  readonly family: Family;
  /** What people read: "DR CPE (GCE)"; the name where absent. */
  readonly label?: string;
  /** Where the name is `auto`: what it chose. */
  readonly chosen?: string;
  readonly seeds: number;
  /** Area on the way from random (0) to the oracle (1); null where there is no way to go. */
  readonly shareOfGap: number | null;
  /** The band along `grid`. */
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
  /** One per rate of `rates`. */
  readonly marks: readonly Mark[];
}

/** At `baselineRate` the baseline has `value`; the finding's method needs only `rate` for that. */
export interface ReviewsSavedRow {
  readonly baseline: string;
  readonly baselineRate: number;
  /** The lowest rate at which the baseline has it already; `cases` are counted from there. */
  readonly baselineNeeds?: number;
  readonly value: number;
  readonly rate: number | null;
  readonly cases: number | null;
}

/** Facts that let someone make the same report again; nothing that changes between two runs. */
export interface Making {
  readonly command: string;
  readonly version: string;
  /** Anything else worth a line: seeds, epochs, options, versions. */
  readonly facts: readonly Fact[];
}

/** A line of the report's provenance. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Per group at the finding's rate. */
export interface GroupSection {
  readonly column: string;
  readonly rows: readonly GroupRow[];
  /** Sentences about gaps and how intervals were corrected. */
  readonly notes: readonly string[];
}

/** What happened to one group. */
export interface GroupRow {
  readonly name: string;
  readonly rows: number;
  readonly rate: number;
  readonly modelValue: number;
  readonly value: number;
  readonly gain: number;
  readonly lower: number;
  readonly upper: number;
  /** A corrected warning of harm, or absent. */
  readonly warning?: string;
}

/** Money (or any cost) per case. */
export interface CostSection {
  /** What amounts are in: "$", "€", "CHF"; none where nobody said. */
  readonly currency?: string;
  /** A sentence for the reader of the headline: the cheapest rate beside the one it names. */
  readonly summary?: string;
  /** Where errors have a price, the claim itself: what the headline's rate saves per case. */
  readonly saving?: Claim;
  /** Where answers have a price: the headline's rate beside asking the expert about everything. */
  readonly beside?: {
    /** In the target's unit: value minus the expert's own. */
    readonly difference: Interval;
    /** In parts of what the expert's answers to all cases cost. */
    readonly share: Interval;
    /** Per case. */
    readonly spent: number;
    readonly expertSpends: number;
  };
  /** Beside what is saved: what happens to accuracy. */
  readonly accuracyNote?: string;
  /** Another method that costs less there for sure, in one sentence. */
  readonly ahead?: string;
  /** Where errors have a price: every method at the rates of the table, as answers count. */
  readonly table?: CostTable;
  readonly rows: readonly CostRow[];
  readonly notes: readonly string[];
  /** Every method along the grid, for the figures. */
  readonly curves?: CostCurves;
}

/** What a case costs by method and rate. */
export interface CostTable {
  readonly rates: readonly number[];
  readonly methods: readonly {
    readonly name: string;
    readonly mean: readonly number[];
    readonly marks?: readonly Mark[];
    readonly cheapest: { readonly rate: number; readonly cost: number };
  }[];
  /** What the model alone costs, and how it answers. */
  readonly modelAlone: number;
  readonly note: string;
}

/** One line of the table of costs. */
export interface CostRow {
  /** "model alone", "cheapest rate", "within the budget". */
  readonly label: string;
  readonly rate: number;
  readonly cost: number;
  /** What of it goes for answers, where errors are priced too. */
  readonly spent?: number;
  readonly lower?: number;
  readonly upper?: number;
  readonly value?: number;
}
