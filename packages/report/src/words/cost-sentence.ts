import { displayName } from '../method-names.js';
import { money, type Purse, perCases } from '../money.js';
import { percent } from '../number.js';

interface Priced {
  readonly rate: number;
  readonly cost: number;
}

/** What of a cost report the sentence is about. */
interface CheapestBeside {
  readonly method: string;
  readonly cheapest: Priced & {
    readonly lower: number;
    readonly upper: number;
    readonly confidence: number;
  };
  readonly finding: Priced;
  readonly modelAlone: number;
  /** Every method at the rate where it costs least; the model's confidence is `conf`. */
  readonly methods: Readonly<Record<string, { readonly cheapest: Priced }>>;
}

/**
 * What a reader of the headline must know where errors have a price: the headline is about accuracy,
 * and the rate it names may be a dear one.
 */
export function costSentence(
  {
    method,
    cheapest: { rate, cost, lower, upper, confidence },
    finding,
    modelAlone,
    methods,
  }: CheapestBeside,
  purse: Purse,
): string {
  const amount = (value: number) => money(value, purse);
  const interval = `${percent(confidence)} interval ${percent(lower)} to ${percent(upper)}`;
  const what =
    rate === 0
      ? 'handing nothing over'
      : `handing over ${percent(rate)} with ${displayName(method)}`;
  const others = [
    ...(finding.rate === rate
      ? []
      : [`at the ${percent(finding.rate)} above ${amount(finding.cost)}`]),
    ...(rate === 0 ? [] : [`the model alone ${amount(modelAlone)}`]),
  ];
  const least = `Cheapest on these rows is ${what} (${interval}): ${amount(cost)} ${perCases(purse)}, errors included`;
  const said = `${[least, others.join(', ')].filter(Boolean).join('; ')}.`;
  const simple = methods.conf?.cheapest;
  return simple && simple.cost < cost && amount(simple.cost) !== amount(cost)
    ? `${said} Thresholding the model's confidence costs less: ${amount(simple.cost)} at ${percent(simple.rate)}.`
    : said;
}
