import type { Rejection } from '@cede/study';
import { fixed, percent } from './numbers.js';

/** How much is answered, and how much of that is right; `model` is its value on all rows. */
export function rejectionText(
  { coverage, risk, riskInterval: ends, aurc, augrc }: Rejection,
  target: 'accuracy' | 'loss',
  model: number,
): string[] {
  const accuracy = target === 'accuracy';
  const show = (loss: number) => (accuracy ? percent(1 - loss, 2) : fixed(loss, 4));
  const [low, high] = ends ? (accuracy ? [ends.upper, ends.lower] : [ends.lower, ends.upper]) : [];
  const interval = low === undefined ? '' : ` (${show(low)} to ${show(high!)})`;
  const what = accuracy ? 'right' : 'mean loss';
  const area = (value: number) => (accuracy ? fixed(100 * value, 2) : fixed(value, 4));
  return [
    `  answered      ${percent(coverage, 2)}${risk === null ? '' : `; of those ${what} ${show(risk)}${interval}`}`,
    `  all answered  ${what} ${accuracy ? percent(model, 2) : fixed(-model, 4)}`,
    `  AURC ${area(aurc)}, AUGRC ${area(augrc)}: what is ${accuracy ? 'wrong, in percent,' : 'lost'} of the answers and of all cases, averaged over all shares answered; low is good`,
  ];
}
