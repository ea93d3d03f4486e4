import { percent } from '../number.js';
import { amount } from './numbers.js';

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
): string {
  const opening = `Handing ${percent(finding.rate)} of cases to ${expert}`;
  const paid = `${amount(finding.cost)} instead of ${amount(modelAlone)}, errors and answers together`;
  const [size, ends] =
    estimate < 0 ? [-estimate, [0 - upper, 0 - lower]] : [estimate, [lower, upper]];
  const interval = `${amount(ends[0])} … ${amount(ends[1])}, 95 % interval`;
  if (lower <= 0 && upper >= 0)
    return `${opening} makes no clear difference to the cost: it ${estimate < 0 ? 'costs' : 'saves'} ${amount(size)} per case${estimate < 0 ? ' more' : ''} on these rows (${interval}): ${paid}.`;
  return estimate > 0
    ? `${opening} saves ${amount(size)} per case (${interval}): ${paid}.`
    : `${opening} costs ${amount(size)} per case more (${interval}): ${paid}.`;
}
