import type { StoredDial } from '@cede/core';
import type { HandingWords } from './handing/contract.js';
import { toExpert } from './handing/to-expert.js';
import { amount, percent, plural, points } from './numbers.js';
import { confidenceText } from './promises.js';
import { infiniteNote, thresholdCell } from './threshold.js';

/** Bounds that hold at every stored threshold at once. */
export function boundsText(
  { points: all, confidence, rows, cost }: StoredDial,
  words: HandingWords = toExpert,
): string[] {
  const line = (cells: readonly string[]) => `  ${cells.map((cell) => cell.padStart(12)).join('')}`;
  const spent = all[0].spent !== undefined;
  const kept = all[0].keptError !== undefined;
  // The policy keeps shares of the largest cost; people read the table's unit.
  const costs = (value: number) => amount(cost!.largest * value);
  return [
    `With ${confidenceText(confidence)} confidence, each column holds at all ${all.length} settings at once (${plural(rows, 'row')}):`,
    line([
      ...['threshold', 'rate', 'at most'],
      ...(cost ? ['mean cost', 'at most', 'saving'] : ['error', 'at most', 'gain']),
      'at least',
      ...(kept ? ['kept wrong', 'at most'] : []),
      ...(spent ? ['answers', 'at most'] : []),
    ]),
    ...all.map((point) =>
      line([
        thresholdCell(point.threshold),
        percent(point.rate),
        percent(point.rateAtMost),
        ...[point.error, point.errorAtMost].map(cost ? costs : (value) => percent(value)),
        ...[point.gain, point.gainAtLeast].map(cost ? costs : (value) => points(value, 2)),
        ...(kept ? [point.keptError!, point.keptErrorAtMost!].map((value) => percent(value)) : []),
        ...(spent ? [point.spent!, point.spentAtMost!].map((value) => amount(value)) : []),
      ]),
    ),
    ...infiniteNote(
      all.map(({ threshold }) => threshold),
      words,
    ),
    ...(kept
      ? ['kept wrong: of the cases that the model answers itself, the share it gets wrong.']
      : []),
    ...(spent ? ['answers: what the answers of model and expert cost per case.'] : []),
  ];
}
