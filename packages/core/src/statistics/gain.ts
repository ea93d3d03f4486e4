/** The gain that counts: accuracy minus the better of the model alone and the random line at a rate. */
export interface Gain {
  readonly rate: number;
  readonly estimate: number;
  /** Holds at all rates at once, on this one side: above 0 means certain to gain. */
  readonly lower: number;
  /** For this rate alone. */
  readonly upper: number;
  /** Which of the two it is measured against here. */
  readonly against: 'model' | 'random';
}
