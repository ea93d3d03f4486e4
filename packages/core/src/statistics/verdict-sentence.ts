/** The verdict in words: the sentence that stands on top of a report. */
import type { Verdict } from './verdict-result.js';

export function verdictSentence(verdict: Omit<Verdict, 'sentence'>): string {
  return [alwaysExpert(verdict), answer(verdict), simpler(verdict)].filter(Boolean).join(' ');
}

function answer(verdict: Omit<Verdict, 'sentence'>): string {
  const { kind, gains, bestRate, deferRates, worth, confidence, rowsNeeded } = verdict;
  const best = gains.find(({ rate }) => rate === bestRate)!;
  const interval = `${percent(confidence)} % interval over all rates ${points(best.lower)} to ${points(best.upper)}`;
  switch (kind) {
    case 'defer':
      return `Defer: at a rate of ${runs(
        deferRates,
        gains.map(({ rate }) => rate),
      )} % handing over gains at least ${points(worth)} points on the better of the model alone and random hand-over; most at ${percent(bestRate)} %, by ${points(best.estimate)} points (${interval}).`;
    case 'not-worth-it': {
      const most = gains.reduce((top, { upper }) => Math.max(top, upper), -Infinity);
      return `Not worth it: no rate gains ${points(worth)} points on the better of the model alone and random hand-over; the largest gain that the rows leave possible is ${points(most)} points.`;
    }
    case 'cannot-tell':
      return `Can't tell yet: the best estimate is a gain of ${points(best.estimate)} points at a rate of ${percent(bestRate)} % (${interval}), ${
        rowsNeeded === null
          ? `too close to the ${points(worth)} points asked for to be settled by more rows`
          : `and about ${rowsNeeded} more rows would settle whether it reaches ${points(worth)} points`
      }.`;
  }
}

/** A constant answer that beats the model comes first: no scorer is needed for it. */
function alwaysExpert({ expertOverModel }: Omit<Verdict, 'sentence'>): string {
  if (expertOverModel.lower <= 0) return '';
  return `Always asking the expert beats the model alone by ${points(expertOverModel.estimate)} points.`;
}

function simpler({ kind, controls, gains, bestRate }: Omit<Verdict, 'sentence'>): string {
  const conf = controls.find(({ name }) => name === 'conf');
  if (kind !== 'defer' || !conf) return '';
  const k = gains.findIndex(({ rate }) => rate === bestRate);
  return conf.lower[k] > 0
    ? `That is ${points(conf.estimate[k])} points more than the model's own confidence gives there.`
    : `The model's own confidence may do as well there (difference ${points(conf.lower[k])} to ${points(conf.upper[k])} points).`;
}

const points = (fraction: number) =>
  (100 * fraction)
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00')
    .replace('-', '−');
const percent = (fraction: number) => String(Math.round(1e4 * fraction) / 100);

/** "5 to 30, 50 or 70": neighbours among all the rates, three or more, are written as a run. */
function runs(rates: readonly number[], all: readonly number[]): string {
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
