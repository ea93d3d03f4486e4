import type { HandingWords } from './handing/contract.js';
import { toExpert } from './handing/to-expert.js';
import type { finite } from './numbers.js';

type Threshold = ReturnType<typeof finite>;

/** A threshold in a sentence: a number, or what it does where no score can be beyond it. */
export function thresholdText(threshold: Threshold, words: HandingWords = toExpert): string {
  const value = Number(
    threshold === 'inf' ? Infinity : threshold === '-inf' ? -Infinity : threshold,
  );
  if (value === -Infinity) return `below every score (${words.nothing})`;
  if (value === Infinity) return `above every score (${words.everything})`;
  return thresholdCell(value);
}

/** The same in a column of numbers. */
export function thresholdCell(threshold: Threshold): string {
  if (threshold === '-inf' || threshold === -Infinity) return '−∞';
  if (threshold === 'inf' || threshold === Infinity) return '∞';
  return threshold.toPrecision(4).replace('-', '−');
}

/** What to say below a column that holds an infinite one. */
export const infiniteNote = (
  thresholds: readonly Threshold[],
  words: HandingWords = toExpert,
): string[] => {
  const cells = thresholds.map(thresholdCell);
  return [
    ...(cells.includes('−∞') ? [`−∞: ${words.nothingNote}.`] : []),
    ...(cells.includes('∞') ? [`∞: ${words.everything}.`] : []),
  ];
};
