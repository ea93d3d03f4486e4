/** The verdict in words: the sentence that stands on top of a report. */
import { count, fixed } from '../number.js';
import type { Gain } from './gain.js';
import type { Verdict } from './verdict-result.js';

export function verdictSentence(verdict: Said): string {
  return [
    alwaysExpert(verdict),
    answer(verdict),
    ...verdictCaveats(verdict),
    perhapsAlways(verdict),
  ]
    .filter(Boolean)
    .join(' ');
}

/** What needs no learning and may do as well as advised: the confidence at the rate that is named, and asking always. */
export function verdictCaveats(
  verdict: Said,
  rate = namedGain(verdict).rate,
  /** How differences of shares are written. */
  difference: (share: number) => string = points,
): string[] {
  return [simpler(verdict, rate, difference), stillAlways(verdict)].filter(Boolean);
}

type Said = Omit<Verdict, 'sentence'>;

/** The gain that is named: of the rates advised the largest, else the largest of all. */
export function namedGain({
  kind,
  gains,
  deferRates,
  bestRate,
}: Pick<Said, 'kind' | 'gains' | 'deferRates' | 'bestRate'>): Gain {
  if (kind !== 'defer') return gains.find(({ rate }) => rate === bestRate)!;
  const advised = gains.filter(({ rate }) => deferRates.includes(rate));
  return advised.reduce((a, b) => (b.estimate > a.estimate ? b : a));
}

const whom = ({ expert }: Said) => expert ?? 'the expert';

function answer(verdict: Said): string {
  const { kind, gains, deferRates, worth, confidence, rows, rowsNeeded } = verdict;
  const best = namedGain(verdict);
  const to = verdict.expert === undefined ? '' : ` to ${verdict.expert}`;
  const least = `${percent(confidence)} % lower bound over all rates ${points(best.lower)}`;
  const shown = points(1.5 * worth);
  switch (kind) {
    case 'defer': {
      const rates = runs(
        deferRates,
        gains.map(({ rate }) => rate),
      );
      const most = `${points(best.estimate)} points (${least})`;
      const opening = `Defer: at a rate of ${rates} % handing over${to} beats the better of the model alone and random hand-over, by an estimated`;
      return deferRates.length === 1
        ? `${opening} ${most}.`
        : `${opening} ${points(worth)} points or more; most at ${percent(best.rate)} %, by ${most}.`;
    }
    case 'not-worth-it': {
      const most = gains.reduce((top, { upper }) => Math.max(top, upper), -Infinity);
      return `Not worth it: no rate${to && ` of handing over${to}`} gains ${points(worth)} points on the better of the model alone and random hand-over; the largest gain that the rows leave possible is ${points(most)} points.`;
    }
    case 'cannot-tell':
      return `Can't tell yet: the best estimate${to && ` for handing over${to}`} is a gain of ${points(best.estimate)} points at a rate of ${percent(best.rate)} % (between ${points(best.lower)} and ${points(best.upper)}). ${
        rowsNeeded === null
          ? `These rows would have shown a gain of ${shown} points with 80 % probability`
          : `About ${count(rows + rowsNeeded)} rows (${count(rowsNeeded)} more) would show a gain of ${shown} points with 80 % probability`
      }.`;
  }
}

/** A constant answer that beats the model comes first: no scorer is needed for it. */
function alwaysExpert(verdict: Said): string {
  if (verdict.expertOverModel.lower <= 0) return '';
  return `Always asking ${whom(verdict)} beats the model alone by ${overModel(verdict)}.`;
}

/** Better on these rows by no more than chance explains: nobody should read a claim off the means. */
function perhapsAlways(verdict: Said): string {
  const { estimate, lower } = verdict.expertOverModel;
  if (estimate <= 0 || lower > 0) return '';
  return `Between always asking ${whom(verdict)} and the model alone there is no clear difference: ${overModel(verdict)}.`;
}

const overModel = ({ expertOverModel: { estimate, lower, upper }, confidence }: Said) =>
  `${points(estimate)} points (${percent(confidence)} % interval ${points(lower)} to ${points(upper)})`;

function simpler(verdict: Said, rate: number, difference: (share: number) => string): string {
  const size = (share: number) => difference(share).replace(/^\+/, '');
  const { kind, method, controls, gains } = verdict;
  const conf = controls.find(({ name }) => name === 'conf');
  if (kind !== 'defer' || !conf || method === 'conf') return '';
  const k = gains.findIndex((gain) => gain.rate === rate);
  if (conf.lower[k] > 0)
    return `That is ${size(conf.estimate[k])} points more than the model's own confidence gives there.`;
  return conf.upper[k] < 0
    ? `The model's own confidence does better there, by ${size(-conf.estimate[k])} points (${size(-conf.upper[k])} to ${size(-conf.lower[k])}).`
    : `The model's own confidence may do as well there (difference ${difference(conf.lower[k])} to ${difference(conf.upper[k])} points).`;
}

/** Better than random at a rate is not yet better than asking about every case. */
function stillAlways(verdict: Said): string {
  const { kind, gains, deferRates, modelAccuracy, expertAccuracy } = verdict;
  if (kind !== 'defer') return '';
  const reached = gains
    .filter(({ rate }) => deferRates.includes(rate))
    .map(({ rate, estimate, against }) => ({
      rate,
      accuracy:
        modelAccuracy +
        estimate +
        (against === 'random' ? rate * (expertAccuracy - modelAccuracy) : 0),
    }))
    .reduce((a, b) => (b.accuracy > a.accuracy ? b : a));
  if (reached.accuracy >= expertAccuracy) return '';
  return `Always asking ${whom(verdict)} gives more: ${points(expertAccuracy)} % accuracy, against ${points(reached.accuracy)} % at a rate of ${percent(reached.rate)} %.`;
}

const points = (fraction: number) => fixed(100 * fraction, 2);
const percent = (fraction: number) => String(Math.round(1e4 * fraction) / 100);

/** "5 to 30, 50 or 70": neighbours among all the rates, three or more, are written as a run. */
export function runs(rates: readonly number[], all: readonly number[]): string {
  const found: number[][] = [];
  for (const rate of rates) {
    const run = found.at(-1);
    if (run && all.indexOf(rate) === all.indexOf(run.at(-1)!) + 1) run.push(rate);
    else found.push([rate]);
  }
  const items = found.flatMap((run) =>
    run.length > 2 ? [`${percent(run[0])} to ${percent(run.at(-1)!)}`] : run.map(percent),
  );
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
