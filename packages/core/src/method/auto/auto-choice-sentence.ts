/** What `auto` says of its choice: what, by how much, and what it costs if it was wrong. */
import { count, fixed } from '../../number.js';
import type { Choice } from '../choice.js';
import { MIX, spokenMethod } from '../mix.js';

/** What `auto` chose and why; `named` says what people call a method. */
export function autoChoiceSentence(
  choice: Choice,
  named: (method: string) => string = spokenMethod,
): string {
  const { method, gain, rows, standings } = choice;
  if (!gain)
    return `${named('auto')} took ${named(method)}: ${rows} rows are too few to compare methods on, so it is the simplest.`;
  const amount = amounts(choice);
  const where = choice.near === null ? 'Over all rates' : `Near a rate of ${percent(choice.near)}`;
  const beside = (value: number, other: string) =>
    `${amount(Math.abs(value))} ${value < 0 ? 'below' : 'above'} ${other}`;
  const against =
    gain.baseline === method
      ? ''
      : ` and ${beside(gain.correctedOverBaseline, named(gain.baseline))}`;
  // Two figures that read the same would only make a reader wonder which is true.
  const [corrected, before] = [gain.correctedOverRandom, gain.overRandom].map(amount);
  const uncorrected = corrected === before ? '' : ` (${before} before correcting for the choice)`;
  return [
    `${named('auto')} took ${named(method)} out of ${standings.length} candidates, by cross-validation on ${count(rows)} rows.`,
    `${where} it is ${beside(gain.correctedOverRandom, 'random hand-over')}${uncorrected}${against}.`,
    against && gain.correctedOverBaseline < 0
      ? `So small a loss against ${named(gain.baseline)} doesn't overrule ${method.startsWith(MIX) ? 'the mix' : 'the higher area'}.`
      : '',
    simpler(choice, amount, named),
    `If another method is really the best, this choice costs at most ${amount(gain.costIfWrong)}, averaged over rates (${percent(gain.confidence)} confidence).`,
  ]
    .filter(Boolean)
    .join(' ');
}

function simpler(
  { method, best, standings, gain }: Choice,
  amount: (value: number) => string,
  named: (method: string) => string,
): string {
  if (method === best) return '';
  const { behind } = standings.find(({ name }) => name === method)!;
  const first = named(best).replace(/^a /, 'A ');
  const lost = gain!.correctedOverBaseline;
  if (method === gain!.baseline && lost < 0)
    return `${first} came out ${amount(behind)} higher, but in cross-validation such a choice does ${amount(-lost)} worse than ${named(method)}. So the simplest was taken.`;
  const why = method.startsWith(MIX)
    ? 'The best of many is partly luck, so the mix was taken'
    : 'So the simpler one was taken';
  return `${first} came out ${amount(behind)} higher, which is no more than chance. ${why}.`;
}

const amounts =
  ({ target }: Choice) =>
  (value: number): string =>
    target === 'accuracy'
      ? `${fixed(100 * value, 2)} points`
      : `${Number(value.toPrecision(3))}`.replace('-', '−') +
        (target === 'cost' ? ' of cost per case' : '');

const percent = (share: number) => `${Math.round(1e4 * share) / 100} %`;
