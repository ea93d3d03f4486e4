import { InputError, insist } from '../error.js';
import { thresholdFromRatio } from '../ratio/density-ratio.js';
import { ratioNamed } from '../ratio/registry.js';
import { settingForBudget } from './budget.js';
import { type Calibration, rateCalibration } from './calibration.js';
import { certificatesAt } from './certificates.js';
import type { GroupThresholds } from './group-thresholds.js';
import type { Chosen, Policy } from './policy.js';
import { settingForCost, settingForRate } from './threshold.js';

/** One of these: where the dial goes. */
export interface TuneOptions {
  readonly rate?: number;
  readonly cost?: number;
  readonly ratio?: number;
  /** Mean cost per case, in the unit of the table's cost columns. */
  readonly budget?: number;
}

/** Turns the dial from the stored calibration alone: no data, no training. */
export function tune(policy: Policy, options: TuneOptions): Policy {
  const asked = (['rate', 'cost', 'ratio', 'budget'] as const).filter(
    (key) => options[key] !== undefined,
  );
  insist(
    asked.length === 1,
    () =>
      `tune: give exactly one of rate, cost, ratio and budget, got ${asked.length === 0 ? 'none' : asked.join(' and ')}.`,
  );
  if (options.rate !== undefined)
    return withThreshold(policy, settingForRate(policy.calibration, options.rate).threshold, {
      by: 'rate',
      rate: options.rate,
    });
  if (options.cost !== undefined)
    return withThreshold(policy, settingForCost(policy.calibration, options.cost).threshold, {
      by: 'cost',
      cost: options.cost,
    });
  if (options.budget !== undefined)
    return withThreshold(policy, settingForBudget(policy.calibration, options.budget).threshold, {
      by: 'budget',
      budget: options.budget,
    });
  const ratio = options.ratio!;
  insist(
    ratio < Infinity,
    () =>
      `ratio: must be a finite number, got ${ratio} instead. To hand over everything use rate 1.`,
    'invalid-value',
    { path: 'ratio', expected: 'a finite number', found: ratio },
  );
  return withThreshold(policy, ratioThreshold(policy, ratio), { by: 'ratio', ratio });
}

/** Sets the rate on current traffic: scores alone, no labels. */
export function tuneOnTraffic(policy: Policy, scores: Float32Array, rate: number): Policy {
  const calibration: Calibration = rateCalibration(scores);
  return withThreshold(policy, settingForRate(calibration, rate).threshold, {
    by: 'rate',
    rate,
    traffic: { rows: scores.length },
  });
}

/**
 * A new threshold, a new revision; everything else, and so the id, stays. Own thresholds of groups
 * are set together with the common one or not at all. Certificates say whether they still apply.
 */
export function withThreshold(
  policy: Policy,
  threshold: number,
  chosen: Chosen,
  groups?: GroupThresholds,
): Policy {
  insist(!Number.isNaN(threshold), () => 'threshold: must be a number, got NaN instead.');
  return {
    ...policy,
    threshold: {
      values: [threshold],
      revision: policy.threshold.revision + 1,
      chosen,
      ...(groups && { groups }),
    },
    certificates: certificatesAt(policy.certificates, threshold, groups),
  };
}

function ratioThreshold(policy: Policy, ratio: number): number {
  if (!policy.density)
    throw new InputError(
      `ratio: method ${policy.method} estimates no density ratio. Use rate or cost, or fit a drcpe method.`,
      'method-unusable',
      { method: policy.method },
    );
  return thresholdFromRatio(ratioNamed(policy.density.ratio), policy.density.pi, ratio);
}
