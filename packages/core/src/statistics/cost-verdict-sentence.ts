/** The verdict on costs in words: what handing over saves per case, accuracy aside. */
import { amount, count } from '../number.js';
import type { CostVerdict } from './verdict-result.js';
import { namedGain, runs } from './verdict-sentence.js';

type Said = Omit<CostVerdict, 'sentence'>;

export function costVerdictSentence(verdict: Said): string {
  return [answer(verdict), always(verdict)].filter(Boolean).join(' ');
}

function answer(verdict: Said): string {
  const { kind, gains, deferRates, worth, shown, confidence, rows, rowsNeeded } = verdict;
  const best = namedGain(verdict);
  const to = verdict.expert === undefined ? '' : ` to ${verdict.expert}`;
  const simple = 'the cheaper of the model alone and random hand-over';
  switch (kind) {
    case 'defer': {
      const rates = runs(
        deferRates,
        gains.map(({ rate }) => rate),
      );
      const most = `${amount(best.estimate)} (${percent(confidence)} % lower bound over all rates ${amount(best.lower)})`;
      const opening = `Defer: at a rate of ${rates} % handing over${to} saves, against ${simple}, an estimated`;
      return deferRates.length === 1
        ? `${opening} ${most} per case.`
        : `${opening} ${amount(worth)} per case or more; most at ${percent(best.rate)} %, ${most}.`;
    }
    case 'not-worth-it': {
      const most = gains.reduce((top, { upper }) => Math.max(top, upper), -Infinity);
      return `Not worth it: no rate${to && ` of handing over${to}`} saves ${amount(worth)} per case against ${simple}; the largest saving that the rows leave possible is ${amount(most)}.`;
    }
    case 'cannot-tell':
      return `Can't tell yet: the best estimate${to && ` for handing over${to}`} is a saving of ${amount(best.estimate)} per case at a rate of ${percent(best.rate)} % (between ${amount(best.lower)} and ${amount(best.upper)}). ${
        rowsNeeded === null
          ? `These rows would have shown a saving of ${amount(shown)} with 80 % probability`
          : `About ${count(rows + rowsNeeded)} rows (${count(rowsNeeded)} more) would show a saving of ${amount(shown)} with 80 % probability`
      }.`;
  }
}

/** With prices, so that nobody reads a claim off accuracies alone. */
function always({ expert = 'the expert', alwaysAsking, confidence }: Said): string {
  const { estimate, lower, upper } = alwaysAsking;
  const [sign, verb] = estimate < 0 ? [-1, 'costs'] : [1, 'saves'];
  const ends = [sign * lower, sign * upper].sort((a, b) => a - b);
  const interval = `${percent(confidence)} % interval ${amount(ends[0])} to ${amount(ends[1])}`;
  const more = estimate < 0 ? ' more' : '';
  return lower <= 0 && upper >= 0
    ? `Always asking ${expert} makes no clear difference to the cost: it ${verb} ${amount(sign * estimate)} per case${more} (${interval}).`
    : `Always asking ${expert} ${verb} ${amount(sign * estimate)} per case${more} (${interval}).`;
}

const percent = (fraction: number) => String(Math.round(1e4 * fraction) / 100);
