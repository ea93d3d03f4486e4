import { money, type Purse, perCases } from '../money.js';
import { percent } from '../number.js';

interface Priced {
  readonly rate: number;
  readonly cost: number;
}

/** What of a cost report the sentence is about. */
interface CheapestBeside {
  readonly cheapest: Priced & {
    readonly lower: number;
    readonly upper: number;
    readonly confidence: number;
  };
  readonly finding: Priced;
  /** Every method at the rate where it costs least; the model's confidence is `conf`. */
  readonly methods: Readonly<Record<string, { readonly cheapest: Priced }>>;
}

/**
 * The cheapest rate, behind a headline on what its own rate saves: that one was chosen on other rows,
 * and may be a dear one here.
 */
export function costSentence(
  { cheapest: { rate, cost, lower, upper, confidence }, finding, methods }: CheapestBeside,
  purse: Purse,
): string {
  const amount = (value: number) => money(value, purse);
  const interval = `${percent(confidence)} interval ${percent(lower)} to ${percent(upper)}`;
  const what = rate === 0 ? 'handing nothing over' : `handing over ${percent(rate)}`;
  const said =
    finding.rate === rate
      ? `No other rate is cheaper on these rows (${interval} for the cheapest).`
      : `Cheapest on these rows is ${what} (${interval}): ${amount(cost)} ${perCases(purse)}, errors included.`;
  const simple = methods.conf?.cheapest;
  return simple && simple.cost < cost && amount(simple.cost) !== amount(cost)
    ? `${said} Thresholding the model's confidence costs less: ${amount(simple.cost)} at ${percent(simple.rate)}.`
    : said;
}
