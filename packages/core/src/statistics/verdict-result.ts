/** What a verdict says, as plain data: all numbers are fractions. */
import type { PricedBy } from '../costs/case-costs.js';
import type { Gain } from './gain.js';
import type { Interval } from './interval.js';

/** The score's accuracy minus the control's, per rate; the intervals hold at all rates at once. */
export interface Control {
  readonly name: 'conf' | 'shuffle';
  readonly estimate: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** The same where errors have a price: savings per case, in the unit of the costs. */
export interface CostVerdict
  extends Pick<Verdict, 'kind' | 'sentence' | 'expert' | 'rows' | 'confidence' | 'rowsNeeded'> {
  readonly pricedBy: PricedBy;
  /** The smallest saving that matters, and the one that rows are counted for. */
  readonly worth: number;
  readonly shown: number;
  /** Per rate, what a case costs less than with the cheaper of model alone and random hand-over. */
  readonly gains: readonly Gain[];
  readonly deferRates: readonly number[];
  readonly bestRate: number;
  /** What a case costs where the model answers all, and where the expert does. */
  readonly modelAlone: number;
  readonly expertAlways: number;
  /** What always asking saves against the model alone. */
  readonly alwaysAsking: Interval;
}

/** Whether handing over pays: yes, no, or not to be told from these rows. */
export interface Verdict {
  readonly kind: 'defer' | 'not-worth-it' | 'cannot-tell';
  readonly sentence: string;
  /** Whose scores were judged, where that was said. */
  readonly method?: string;
  /** Who was judged, where there are several experts. */
  readonly expert?: string;
  readonly rows: number;
  readonly worth: number;
  readonly confidence: number;
  /** Per rate, over the better of model alone and random line. */
  readonly gains: readonly Gain[];
  /** Where the lower end is above 0 and the estimate at least `worth`. */
  readonly deferRates: readonly number[];
  /** The rate of the largest estimated gain. */
  readonly bestRate: number;
  readonly critical: number;
  readonly modelAccuracy: number;
  readonly expertAccuracy: number;
  readonly bestConstant: 'model' | 'expert';
  /** Always asking the expert, against the model alone. */
  readonly expertOverModel: Interval;
  readonly controls: readonly Control[];
  /** What an oracle would gain over the best constant: shown, but not claimed to be reachable. */
  readonly headroom: number;
  /**
   * More rows that would show a gain of 1.5 × worth with a probability of 80 %; 0 where it is settled,
   * null where these rows are as many already.
   */
  readonly rowsNeeded: number | null;
  /** Where errors have a price: what counts, accuracy second. */
  readonly costs?: CostVerdict;
}
