import { insist } from '../error.js';
import type { Calibration } from './calibration.js';

/**
 * A threshold lies midway between two neighbouring scores, never on one: rows at or below it are
 * handed over. −∞ hands over nothing, +∞ everything; JSON has no infinities, so files say "-inf".
 */
export interface Setting {
  readonly threshold: number;
  /** What the calibration rows say will happen there. */
  readonly rate: number;
  readonly value: number;
}

/** Every setting that the calibration can tell apart, from nothing handed over to everything. */
export function* settings(calibration: Calibration): Generator<Setting> {
  const { rows, bins } = calibration;
  let value = 0;
  for (const bin of bins) value += bin.model;
  let deferred = 0;
  yield { threshold: -Infinity, rate: 0, value: value / rows };
  for (let k = 0; k < bins.length; k++) {
    const bin = bins[k];
    deferred += bin.rows;
    value += bin.expert - bin.model;
    const last = k === bins.length - 1;
    yield {
      threshold: last ? Infinity : bin.edge,
      rate: last ? 1 : deferred / rows,
      value: value / rows,
    };
  }
}

/** The setting whose rate is nearest to the asked one; of two equally near, the lower. */
export function settingForRate(calibration: Calibration, rate: number): Setting {
  insist(
    rate >= 0 && rate <= 1,
    () => `rate: must lie between 0 and 1, got ${rate} instead. For 20 % write 0.2.`,
    'invalid-value',
    { path: 'rate', expected: 'a number from 0 to 1', found: rate },
  );
  let best: Setting | undefined;
  for (const setting of settings(calibration)) {
    // A hair of slack, so that 0.1 + 0.2 and 0.3 count as equally near.
    if (!best || Math.abs(setting.rate - rate) < Math.abs(best.rate - rate) - 1e-12) best = setting;
  }
  return best!;
}

/**
 * The setting that minimises error rate + cost · rate (mean loss where the table has losses), the
 * lower rate on a tie: each handed-over case must save more than it costs.
 */
export function settingForCost(calibration: Calibration, cost: number): Setting {
  insist(
    Number.isFinite(cost) && cost >= 0,
    () => `cost: must be a number from 0, got ${cost} instead.`,
    'invalid-value',
    { path: 'cost', expected: 'a number from 0', found: cost },
  );
  let best: Setting | undefined;
  let least = Infinity;
  for (const setting of settings(calibration)) {
    const total = cost * setting.rate - setting.value;
    if (total < least - 1e-12) {
      least = total;
      best = setting;
    }
  }
  return best!;
}

/** What a given threshold does on the calibration rows. */
export function settingAt(calibration: Calibration, threshold: number): Setting {
  let held: Setting | undefined;
  for (const setting of settings(calibration)) {
    if (setting.threshold > threshold) break;
    held = setting;
  }
  const { rate, value } = held!;
  // Answered rows stand in for those nobody asked about, which can carry a sum of right answers a
  // little past all of them; a share of cases it is not then.
  const within = calibration.target === 'accuracy' ? Math.min(1, Math.max(0, value)) : value;
  return { rate, value: within, threshold };
}
