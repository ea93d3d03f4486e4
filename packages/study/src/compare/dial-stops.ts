/** Lists along the stops of the chart, the headline's own among them. */
export interface DialDetails {
  /** The share of cases handed over at each stop. */
  readonly rates: readonly number[];
  readonly methods: readonly MethodDetails[];
}

/** One line of the chart along the stops. */
export interface MethodDetails {
  readonly name: string;
  /** In the order of the classes; absent where there are none. */
  readonly classes?: readonly ClassStops[];
  /** In the order of the groups of the headline's report. */
  readonly groups?: readonly GroupStops[];
  /** None for `random`, which draws lots. */
  readonly scores?: ScoreStops;
}

/** Shares of one class at each stop. */
export interface ClassStops {
  readonly deferred: readonly number[];
  readonly system: readonly number[];
  /** Of what the model keeps. */
  readonly kept: readonly number[];
}

/** One group at each stop; values as in the headline's report. */
export interface GroupStops {
  readonly rate: readonly number[];
  readonly value: readonly number[];
  readonly gain: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** Scores of the first seed in bins, and where each stop cuts them. */
export interface ScoreStops {
  readonly edges: readonly number[];
  readonly cases: readonly number[];
  readonly thresholds: readonly number[];
  /** The bin in which each threshold lies, and the cases of that bin that are handed over. */
  readonly cutBins: readonly number[];
  readonly cutCases: readonly number[];
}
