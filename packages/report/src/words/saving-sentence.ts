import { displayName } from '../method-names.js';
import { money, type Purse, perCases } from '../money.js';
import { percent } from '../number.js';
import type { Claim } from '../report-data.js';
import { askingAbout } from '../vocabulary.js';

/** What of a cost report the sentence is about. */
interface Saved {
  readonly finding: { readonly rate: number; readonly cost: number };
  readonly modelAlone: number;
  readonly saving: { readonly estimate: number; readonly lower: number; readonly upper: number };
}

/** The claim where errors have a price: what handing over at the headline's rate saves per case. */
export function savingSentence(
  { finding, modelAlone, saving: { estimate, lower, upper } }: Saved,
  expert: string,
  purse: Purse,
): Claim {
  const asking = askingAbout({ expert: { name: expert } }, finding.rate);
  const show = (value: number) => money(value, purse);
  const [size, ends] =
    estimate < 0 ? [-estimate, [0 - upper, 0 - lower]] : [estimate, [lower, upper]];
  const per = perCases(purse);
  const claim =
    lower <= 0 && upper >= 0
      ? `${asking} makes no clear difference to the cost.`
      : estimate > 0
        ? `${asking} saves ${show(size)} ${per}.`
        : `${asking} costs ${show(size)} more ${per}.`;
  const moved = estimate < 0 ? `${show(size)} more` : `${show(size)} less`;
  return {
    claim,
    evidence: `Errors and answers together cost ${show(finding.cost)} instead of ${show(modelAlone)} ${per}: ${moved} (95 % interval ${show(ends[0])} to ${show(ends[1])}).`,
  };
}

/** Another method of the table that costs less for sure, though it was found on the test rows. */
export function cheaperSentence(
  {
    ahead,
    finding,
    method,
  }: Pick<Saved, 'finding'> & {
    readonly method: string;
    readonly ahead?: { readonly method: string; readonly cost: number };
  },
  purse: Purse,
): string | undefined {
  return (
    ahead &&
    `At ${percent(finding.rate)} ${displayName(ahead.method)} costs less than ${displayName(method)}: ${money(ahead.cost, purse)} ${perCases(purse)} (paired over rows, Holm-corrected over all pairs of methods).`
  );
}
