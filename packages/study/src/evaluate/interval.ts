/** The two ends of an interval. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}
