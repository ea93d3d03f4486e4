import { countsCosts, isRejecting, type Policy, settingAt } from '@cede/core';
import { budgetOf, calibrationCost, spentAt } from '@cede/study';
import { amount } from './numbers.js';

/** What a policy's losses are called: prices of errors where it learned them from a matrix. */
export const lossName = ({ method }: Pick<Policy, 'method'>): string =>
  countsCosts(method) ? 'errors cost' : 'mean loss';

/** What answers cost on the calibration rows and, where errors are counted in costs too, both. */
export function calibrationCostText(policy: Policy): string {
  const { calibration, threshold } = policy;
  const [spent, budget] = [calibrationCost(policy), budgetOf(policy)];
  if (spent === undefined) return '';
  const limit = budget === undefined ? '' : ` (the budget is ${budget})`;
  const answers = `answers cost ${amount(spent)} per case${limit}`;
  if (calibration.target !== 'loss' || isRejecting(policy)) return answers;
  const total = (at: number) =>
    amount(spentAt(calibration, at)! - settingAt(calibration, at).value);
  return `${answers}, in all ${total(threshold.values[0])} (the model alone ${total(-Infinity)})`;
}
