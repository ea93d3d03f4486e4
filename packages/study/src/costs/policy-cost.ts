import { type Calibration, costedSettings, type Policy } from '@cede/core';

/** What answers cost per case on the calibration rows; undefined where those had no costs. */
export const calibrationCost = ({ calibration, threshold }: Policy): number | undefined =>
  spentAt(calibration, threshold.values[0]);

/** The mean cost of answers at a threshold, from a policy's calibration; undefined where costs are unknown. */
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
