import { type Policy, settingAt } from '@cede/core';
import { budgetOf, calibrationCost, spentAt } from '@cede/study';
import { wordsOf } from './handing/registry.js';
import { amount } from './numbers.js';

/** What answers cost on the calibration rows and, where errors are counted in costs too, both. */
export function calibrationCostText(policy: Policy): string {
  const { calibration, threshold } = policy;
  const [spent, budget] = [calibrationCost(policy), budgetOf(policy)];
  if (spent === undefined) return '';
  const limit = budget === undefined ? '' : ` (the budget is ${budget})`;
  const answers = `answers cost ${amount(spent)} per case${limit}`;
  if (calibration.target !== 'loss') return answers;
  const total = (at: number) =>
    amount(spentAt(calibration, at)! - settingAt(calibration, at).value);
  return answers + wordsOf(policy).inAll(total(threshold.values[0]), total(-Infinity));
}
