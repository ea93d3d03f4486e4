/** An estimate with its standard error and the ends of its interval. */
export interface Interval {
  readonly estimate: number;
  readonly standardError: number;
  readonly lower: number;
  readonly upper: number;
}
