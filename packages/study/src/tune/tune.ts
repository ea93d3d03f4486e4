import {
  inputOf,
  type Policy,
  refuseUnknown,
  type Setting,
  type StoredThreshold,
  scoreRows,
  settingAt,
  storeThreshold,
  type Table,
} from '@cede/core';
import { calibrationCost } from '../costs/policy-cost.js';
import { rowsOf } from '../table/named-table.js';
import { type PlainSetting, TUNE_KEYS, type TuneSetting } from './contract.js';
import { tuneMode } from './registry.js';

/** A threshold set again, and what the calibration rows say it brings. */
export interface Tuning {
  readonly policy: Policy;
  readonly threshold: StoredThreshold;
  /** On the calibration rows. */
  readonly setting: Pick<Setting, 'rate' | 'value'>;
  /** Rows that the threshold was set on, where it was not the calibration rows. */
  readonly rows?: number;
  /** On the rows of traffic that the rate was set on. */
  readonly traffic?: { readonly rows: number; readonly rate: number };
  /** What answers cost per case on the calibration rows, where they have a price. */
  readonly cost?: number;
  readonly certified: boolean;
  /** Whether a certificate that spoke of the threshold before no longer applies. */
  readonly leftCertificate: boolean;
}

/** Sets the threshold again; nothing is retrained. */
export function tune(policy: Policy, asked: TuneSetting): Tuning {
  refuseUnknown('tune', asked, Object.keys(TUNE_KEYS));
  const setting = plainSetting(asked);
  const tuned = tuneMode(setting).tune(policy, setting);
  const [threshold] = tuned.threshold.values;
  const { rate, value } = settingAt(tuned.calibration, threshold);
  const cost = calibrationCost(tuned);
  const rows = (setting.traffic ?? setting.perGroup?.table)?.rows;
  return {
    policy: tuned,
    threshold: storeThreshold(threshold),
    setting: { rate, value },
    ...(rows !== undefined && { rows }),
    ...(setting.traffic && { traffic: rateOn(tuned, setting.traffic, threshold) }),
    ...(cost !== undefined && { cost }),
    certified: tuned.certificates.some(({ applies }) => applies),
    leftCertificate: policy.certificates.some(
      ({ applies }, k) => applies && !tuned.certificates[k].applies,
    ),
  };
}

/** Traffic needs no labels, so it is taken as it is: no check of a table would pass it. */
const plainSetting = ({ traffic, perGroup, ...setting }: TuneSetting): PlainSetting => ({
  ...setting,
  ...(traffic && { traffic: rowsOf(traffic) }),
  ...(perGroup && { perGroup: { ...perGroup, table: rowsOf(perGroup.table) } }),
});

function rateOn(policy: Policy, traffic: Table, threshold: number) {
  const scores = scoreRows(policy.scorer, inputOf(traffic, policy.scorer.features));
  const handed = scores.filter((score) => score <= threshold).length;
  return { rows: traffic.rows, rate: handed / traffic.rows };
}
