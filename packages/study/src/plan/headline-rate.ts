import type { CostVerdict } from '@cede/core';
import type { Verdict } from '../verdict/judge.js';

type Judged = Pick<Verdict, 'gains' | 'deferRates' | 'expertOverModel' | 'overExpert'>;

/** The rate a headline is about, and who set it: never the test table. */
export interface HeadlineRate {
  readonly rate: number;
  /**
   * `verdict` is about costs where they count. Where no choice of cases saves for sure: `always`,
   * asking about every case does; `costs`, nothing does, and this rate comes nearest.
   */
  readonly rateFrom: RateFrom;
}

/** Who set the rate of a headline. */
export type RateFrom =
  | 'asked'
  | 'budget'
  | 'matches-expert'
  | 'verdict'
  | 'always'
  | 'costs'
  | 'default';

/** Where nobody asked for a rate and the fitting table names none. */
export const DEFAULT_RATE = 0.2;

/**
 * Of the rates at which the fitting table says *defer*, the one whose gain is surest: the largest
 * lower end of the intervals that hold at all rates at once, so that picking costs no honesty. The
 * largest estimate would be the luckiest rate instead. Equal ends: fewer cases handed over.
 */
export function headlineRate(
  asked: number | undefined,
  verdict: (Judged & { readonly costs?: Costs }) | null,
  /** Whether the expert's answers have a price, and errors have none. */
  answersPriced = false,
): HeadlineRate {
  if (asked !== undefined) return { rate: asked, rateFrom: 'asked' };
  const matching = answersPriced && verdict ? matchingRate(verdict) : undefined;
  if (matching !== undefined) return { rate: matching, rateFrom: 'matches-expert' };
  // Where errors have a price, the gain is what a case costs less.
  const { gains, deferRates }: Gains = verdict?.costs ?? verdict ?? { gains: [], deferRates: [] };
  const surest = (among: Gains['gains']) => among.reduce((a, b) => (b.lower > a.lower ? b : a));
  const open = gains.filter(({ rate }) => deferRates.includes(rate));
  if (open.length > 0) return { rate: surest(open).rate, rateFrom: 'verdict' };
  if (verdict?.costs && verdict.costs.alwaysAsking.lower > 0)
    return { rate: 1, rateFrom: 'always' };
  if (verdict?.costs) return { rate: surest(gains).rate, rateFrom: 'costs' };
  return { rate: DEFAULT_RATE, rateFrom: 'default' };
}

type Gains = Pick<Verdict, 'gains' | 'deferRates'>;
type Costs = Gains & Pick<CostVerdict, 'alwaysAsking'>;

/** The smallest difference that matters: less than this below the expert counts as the expert's. */
const LOST_AT_MOST = 0.005;

/**
 * Where a better expert costs money, people ask how little of it does as well as all of it: the
 * lowest rate that loses at most half a point against asking always, for sure, by the fitting rows.
 */
function matchingRate({ expertOverModel, overExpert }: Judged): number | undefined {
  if (expertOverModel.lower <= 0) return undefined;
  return overExpert?.find(({ lower }) => lower >= -LOST_AT_MOST)?.rate;
}
