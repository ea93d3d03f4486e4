/** What `auto` says of its choice: what, by how much, and what it costs if it was wrong. */
import type { Choice } from './choice.js';

export function choiceSentence(choice: Choice): string {
  const { method, gain, rows, standings } = choice;
  if (!gain)
    return `auto took ${method}: ${rows} rows are too few to compare methods on, so it is the simplest.`;
  const amount = amounts(choice);
  const where = choice.near === null ? 'over all rates' : `near a rate of ${percent(choice.near)}`;
  const against =
    gain.baseline === method
      ? ''
      : `, ${amount(gain.correctedOverBaseline)} above ${gain.baseline}`;
  return [
    `auto chose ${method} among ${standings.length} methods, cross-validated on ${rows} rows ${where}: ${amount(gain.correctedOverRandom)} above random hand-over${against} (corrected for having chosen; ${amount(gain.overRandom)} before).`,
    simpler(choice, amount),
    `If another method is really the best, this choice costs at most ${amount(gain.costIfWrong)} of area (${percent(gain.confidence)} sure).`,
  ]
    .filter(Boolean)
    .join(' ');
}

function simpler({ method, best, standings }: Choice, amount: (value: number) => string): string {
  if (method === best) return '';
  const { behind } = standings.find(({ name }) => name === method)!;
  return `${best} came out ${amount(behind)} higher, which is no more than chance, so the simpler one was taken.`;
}

const amounts =
  ({ target }: Choice) =>
  (value: number): string =>
    target === 'accuracy'
      ? `${(100 * value).toFixed(2).replace('-', '−')} points`
      : `${Number(value.toPrecision(3))}`.replace('-', '−');

const percent = (share: number) => `${Math.round(1e4 * share) / 100} %`;
