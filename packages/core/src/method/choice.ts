import type { PricedBy } from '../costs/case-costs.js';

/** What `auto` decided and on which evidence, as plain data. Values are fractions of accuracy, or the loss's own unit. */
export interface Choice {
  /** The method taken. */
  readonly method: string;
  /** The one with the highest cross-validated area; another than `method` where a simpler one does as well. */
  readonly best: string;
  /** What areas are measured in; `cost` where errors have a price: what a case costs less. */
  readonly target: 'accuracy' | 'loss' | 'cost';
  /** Then: what tells the price of an error. */
  readonly pricedBy?: PricedBy;
  /** The rate that counted; null where all of them did. */
  readonly near: number | null;
  /** Rows it was decided on (a sample of a large table), folds, and the most repeats anyone got. */
  readonly rows: number;
  readonly folds: number;
  readonly repeats: number;
  /** Highest area first; empty where there were too few rows to compare anything. */
  readonly standings: readonly Standing[];
  /** Absent where nothing could be compared. */
  readonly gain?: ChoiceGain;
}

/** How one candidate did in the cross-validation behind `auto`. */
export interface Standing {
  readonly name: string;
  /** Area between its curve and the random line, out of fold. */
  readonly area: number;
  /** The best one's area minus its own, and the paired standard error of that. */
  readonly behind: number;
  readonly standardError: number;
  readonly repeats: number;
}

/** What choosing a method gains, as measured on the rows it was chosen on. */
export interface ChoiceGain {
  /** As cross-validated: flattered by having chosen the method on the same rows. */
  readonly overRandom: number;
  /** Chosen again on resampled rows, measured on the rows left out. */
  readonly correctedOverRandom: number;
  /** The simplest candidate, and what the rule's choice gains over it: where that is a loss that matters, the simplest is taken. */
  readonly baseline: string;
  readonly correctedOverBaseline: number;
  /** How far the best candidate may really lie above the one taken, at this confidence. */
  readonly costIfWrong: number;
  readonly confidence: number;
}
