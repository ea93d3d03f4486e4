import { verdictCaveats } from '@cede/core';
import type { Verdict } from '@cede/study';
import { money, type Purse, perCases } from '../money.js';
import { plural, points } from './numbers.js';
import { inAccuracy } from './verdict.js';

/**
 * The verdict for the reader of a report, who has just read the finding: what was known before the
 * test, in plain words. Of the rates that it advises, the finding's own is named where it is one.
 */
export function plainVerdict(
  verdict: Verdict,
  rate: number,
  expert: string,
  model = 'the model',
  purse: Purse = { currency: '', per: 1, decimals: 4 },
): string {
  const named = namedGain(verdict, rate);
  return [
    ...(verdict.costs
      ? [
          costAnswer(verdict.costs, { expert, model, purse }),
          `${inAccuracy(verdict.answers)}, they ${answer(verdict, named, { expert, simple: simple(model) })}`,
        ]
      : [
          `Before the test, the fitting rows ${answer(verdict, named, { expert, simple: simple(model) })}`,
        ]),
    always(verdict, expert, model),
    ...verdictCaveats({ ...verdict, expert }, named.rate, points),
    'These numbers come from the fitting rows alone, so they differ from those of the test above.',
  ]
    .filter(Boolean)
    .join(' ');
}

type Gain = Verdict['gains'][number];

function namedGain(
  {
    kind,
    gains,
    deferRates,
    bestRate,
  }: Pick<Verdict, 'kind' | 'gains' | 'deferRates' | 'bestRate'>,
  rate: number,
): Gain {
  if (kind !== 'defer') return gains.find((gain) => gain.rate === bestRate)!;
  const advised = gains.filter((gain) => deferRates.includes(gain.rate));
  const largest = () => advised.reduce((a, b) => (b.estimate > a.estimate ? b : a));
  return advised.find((gain) => gain.rate === rate) ?? largest();
}

function answer(
  verdict: Verdict,
  named: Gain,
  { expert, simple }: { readonly expert: string; readonly simple: string },
): string {
  const { kind, gains, worth, rowsNeeded } = verdict;
  switch (kind) {
    case 'defer':
      return `said that handing cases to ${expert} pays: at ${share(named.rate)} by an estimated ${between(named)} over ${simple}.`;
    case 'not-worth-it': {
      const most = gains.reduce((top, { upper }) => Math.max(top, upper), -Infinity);
      return `said that handing cases to ${expert} does not pay: whatever the share, it gains less than ${gained(worth)} over ${simple} (at most ${gained(most)}).`;
    }
    case 'cannot-tell': {
      const more =
        rowsNeeded === null
          ? `They would have shown a gain of ${gained(1.5 * worth)} with 80 % probability.`
          : `About ${plural(rowsNeeded, 'more row', 'more rows')} would show a gain of ${gained(1.5 * worth)} with 80 % probability.`;
      return `could not tell whether handing cases to ${expert} pays: most at ${share(named.rate)}, by an estimated ${between(named)} over ${simple}. ${more}`;
    }
  }
}

/** A constant answer that beats the model needs no policy. */
function always({ expertOverModel }: Verdict, expert: string, model: string): string {
  if (expertOverModel.lower > 0)
    return `Handing every case to ${expert} beats ${model} alone by ${between(expertOverModel)}.`;
  return expertOverModel.estimate > 0
    ? `There is no clear difference between handing every case to ${expert} and ${model} alone: ${between(expertOverModel)}.`
    : '';
}

const simple = (model: string) =>
  `${model} alone or as many cases picked at random, whichever is better`;
const share = (rate: number) => `${Math.round(1e4 * rate) / 100} %`;
const gained = (value: number) => `${points(value)} points`;
const between = ({ estimate, lower, upper }: { estimate: number; lower: number; upper: number }) =>
  `${points(estimate)} points (${points(lower)} to ${points(upper)})`;

/** Costs first, where errors have a price. */
function costAnswer(
  costs: NonNullable<Verdict['costs']>,
  {
    expert,
    model,
    purse,
  }: { readonly expert: string; readonly model: string; readonly purse: Purse },
): string {
  const show = (value: number) => money(value, purse);
  const per = perCases(purse);
  const { kind, gains, worth } = costs;
  const best = namedGain({ ...costs }, Number.NaN);
  const ends = `${show(best.estimate)} ${per} (${show(best.lower)} to ${show(best.upper)})`;
  const cheaper = `the cheaper of ${model} alone and as many cases picked at random`;
  switch (kind) {
    case 'defer':
      return `Before the test, the fitting rows said that handing cases to ${expert} saves money: most at ${share(best.rate)}, an estimated ${ends} against ${cheaper}.`;
    case 'not-worth-it': {
      const most = gains.reduce((top, { upper }) => Math.max(top, upper), -Infinity);
      return `Before the test, the fitting rows said that handing cases to ${expert} does not save ${show(worth)} ${per} at any share (at most ${show(most)}) against ${cheaper}.`;
    }
    case 'cannot-tell':
      return `Before the test, the fitting rows could not tell whether handing cases to ${expert} saves money: most at ${share(best.rate)}, an estimated ${ends} against ${cheaper}.`;
  }
}
