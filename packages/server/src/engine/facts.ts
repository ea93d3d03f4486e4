/**
 * What only replay, receipts and status need to know about a decision, by expert where it differs
 * between experts.
 */
export interface Facts {
  /** Where the case stands among the calibration rows, 0 … 1. */
  readonly rank: number;
  /** The controller's threshold on that scale, where there is one. */
  readonly control?: number;
  readonly wished: boolean;
  readonly scores: Readonly<Record<string, number>>;
  /** The probability that this expert was asked, as things stood when the case came. */
  readonly propensities: Readonly<Record<string, number>>;
  /** The same for the truth. */
  readonly goldPropensity: number;
  /** Whether the truth of this case is asked for. */
  readonly goldWanted: boolean;
  readonly group?: string;
  readonly cost?: number;
  /** What a second policy would have done. */
  readonly challenger?: {
    readonly policy: string;
    readonly score: number;
    readonly defer: boolean;
  };
  /** Who asked, and what ties it to the caller's own logs. */
  readonly by?: string;
  readonly request?: string;
  readonly trace?: string;
  readonly version: number;
}
