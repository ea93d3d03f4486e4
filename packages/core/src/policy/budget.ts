import { InputError, insist } from '../error.js';
import type { Calibration } from './calibration.js';
import { type Setting, settings } from './threshold.js';

/**
 * What a case costs on average at every setting: the model runs on all cases (its probabilities
 * are what decides), the expert only on those handed over.
 */
export function* costedSettings(
  calibration: Calibration,
): Generator<Setting & { readonly cost: number }> {
  const { bins, rows } = calibration;
  insist(
    bins[0]?.expertCost !== undefined || bins[0]?.modelCost !== undefined,
    () =>
      'budget: the policy knows no costs. Fit with a table that has expert_cost (and model_cost) columns.',
    'costs-missing',
  );
  let spent = bins.reduce((sum, bin) => sum + (bin.modelCost ?? 0), 0);
  let next = 0;
  for (const setting of settings(calibration)) {
    // The first setting hands nothing over; each further one adds a bin.
    if (next > 0) spent += bins[next - 1].expertCost ?? 0;
    next++;
    yield { ...setting, cost: spent / rows };
  }
}

/** The largest rate whose mean cost stays within the budget. */
export function settingForBudget(
  calibration: Calibration,
  budget: number,
): Setting & { readonly cost: number } {
  insist(
    Number.isFinite(budget) && budget >= 0,
    () => `budget: must be a number from 0, got ${budget} instead.`,
  );
  let best: (Setting & { readonly cost: number }) | undefined;
  let least = Infinity;
  for (const setting of costedSettings(calibration)) {
    least = Math.min(least, setting.cost);
    // A hair of slack for sums that don't end on the last digit.
    if (setting.cost <= budget + 1e-9 * Math.max(1, budget)) best = setting;
  }
  if (!best)
    throw new InputError(
      `budget: ${budget} per case is less than the model alone costs (${+least.toPrecision(6)}). Give at least that.`,
      'budget-too-small',
      { budget, least },
    );
  return best;
}
