import type { finite } from './numbers.js';

type Threshold = ReturnType<typeof finite>;

/** A threshold in a sentence: a number, or what it does where no score can be beyond it. */
export function thresholdText(threshold: Threshold, rejecting = false): string {
  const value = Number(
    threshold === 'inf' ? Infinity : threshold === '-inf' ? -Infinity : threshold,
  );
  if (value === -Infinity)
    return rejecting
      ? 'below every score (turns nothing away: the model answers everything)'
      : 'below every score (hands over nothing: the model alone)';
  if (value === Infinity)
    return rejecting
      ? 'above every score (turns everything away)'
      : 'above every score (hands over everything)';
  return thresholdCell(value);
}

/** The same in a column of numbers. */
export function thresholdCell(threshold: Threshold): string {
  if (threshold === '-inf' || threshold === -Infinity) return '−∞';
  if (threshold === 'inf' || threshold === Infinity) return '∞';
  return threshold.toPrecision(4).replace('-', '−');
}

/** What to say below a column that holds an infinite one. */
export const infiniteNote = (thresholds: readonly Threshold[], rejecting = false): string[] => {
  const cells = thresholds.map(thresholdCell);
  return [
    ...(cells.includes('−∞')
      ? [`−∞: ${rejecting ? 'turns nothing away' : 'hands over nothing, the model alone'}.`]
      : []),
    ...(cells.includes('∞')
      ? [`∞: ${rejecting ? 'turns everything away' : 'hands over everything'}.`]
      : []),
  ];
};
