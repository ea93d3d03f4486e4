import {
  type Calibration,
  costedSettings,
  countsCosts,
  isRejecting,
  type Policy,
  settingAt,
} from '@cede/core';
import { amount } from '../terminal/numbers.js';

/** What answers cost per case on the calibration rows; undefined where those had no costs. */
export const calibrationCost = ({ calibration, threshold }: Policy): number | undefined =>
  spentAt(calibration, threshold.values[0]);

export function spentAt(calibration: Calibration, threshold: number): number | undefined {
  const [first] = calibration.bins;
  if (first?.expertCost === undefined && first?.modelCost === undefined) return undefined;
  let cost = 0;
  for (const setting of costedSettings(calibration)) {
    if (setting.threshold > threshold) break;
    cost = setting.cost;
  }
  return cost;
}

/** The budget that set the threshold, whether it was certified or not. */
export function budgetOf({ threshold: { chosen }, certificates }: Policy): number | undefined {
  if (chosen.by === 'budget') return chosen.budget;
  return chosen.by === 'certificate' ? certificates[chosen.certificate]?.budget?.asked : undefined;
}

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
