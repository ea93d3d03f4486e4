import { isRejecting, type Policy, type Setting } from '@cede/core';
import { fixed, percent } from './numbers.js';

/**
 * What a setting of the dial brings, on the calibration rows: with an expert, how much is right in
 * all; with nobody to ask, how much of what is answered. `where` follows the share.
 */
export function settingText(
  { calibration, ...policy }: Policy,
  there: Pick<Setting, 'rate' | 'value'>,
  where = '',
): string {
  const accuracy = calibration.target === 'accuracy';
  if (!isRejecting(policy)) {
    const value = accuracy
      ? `${percent(there.value, 2)} right`
      : `mean loss ${fixed(-there.value, 4)}`;
    return `hands over ${percent(there.rate)}${where}, ${value}`;
  }
  const answered = 1 - there.rate;
  // A rejected case counts as not wrong: what is lost is lost among the answers.
  const risk = ((accuracy ? 1 : 0) - there.value) / answered;
  const value = accuracy
    ? `${percent(1 - risk, 2)} are right`
    : `the mean loss is ${fixed(risk, 4)}`;
  return answered > 0
    ? `answers ${percent(answered)}${where}; of those ${value}`
    : `answers nothing${where}`;
}
