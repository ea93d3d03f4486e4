import { optionText, type Policy } from '@cede/core';
import type { Tuning } from '@cede/study';
import { wordsOf } from './handing/registry.js';
import { finite, percent, plural } from './numbers.js';
import { calibrationCostText } from './policy-cost.js';
import { thresholdText } from './threshold.js';

/** A threshold that was set again, for a person. */
export function tuningText(tuning: Tuning): string[] {
  return [
    ...(tuning.policy.threshold.groups ? ownThresholdsText(tuning.policy) : settingLines(tuning)),
    ...(tuning.policy.threshold.groups ? [] : caveats(tuning)),
  ];
}

function settingLines({ policy, setting, traffic }: Tuning): string[] {
  const { threshold, calibration } = policy;
  const words = wordsOf(policy);
  const head = `Threshold ${thresholdText(finite(threshold.values[0]), words)}: ${words.handsOver}`;
  const rows = plural(calibration.rows, 'calibration row');
  const right = words.behindRate(policy, setting);
  const costs = calibrationCostText(policy);
  return traffic
    ? [
        `${head} ${percent(traffic.rate)} of the ${plural(traffic.rows, 'row')} of traffic.`,
        `On the ${rows} that is ${percent(setting.rate)}${right}.`,
      ]
    : [
        `${head} ${percent(setting.rate)} of the ${rows}${[right, costs].filter(Boolean).join(', ')}.`,
      ];
}

function caveats({ policy, leftCertificate }: Tuning): string[] {
  return [
    ...(policy.calibration.inSample
      ? [
          `These numbers come from the rows the scorer was trained on (${optionText('calibrationShare', '0')}), so they are optimistic.`,
        ]
      : []),
    ...(leftCertificate
      ? ['The certificate of the threshold before does not apply to this one: certify again.']
      : []),
  ];
}

/** Groups that hand over the same share, each by its own threshold. */
function ownThresholdsText({ threshold: { groups, values, chosen } }: Policy): string[] {
  const { names } = groups!;
  const rate = chosen.by === 'rate' ? percent(chosen.rate) : 'the same share';
  return [
    `Each of ${plural(names.length, 'group')} hands over ${rate} of its cases; a case whose group is not given, or new, meets the common threshold, ${thresholdText(finite(values[0]))}.`,
    ...names.map((name, g) => `  ${name.padEnd(16)} ${thresholdText(groups!.values[g])}`),
  ];
}

/** A threshold that was set again, for a program. */
export function tuningDocument(tuning: Tuning): Record<string, unknown> {
  const { policy, threshold, setting, traffic, cost, certified, rows } = tuning;
  const { groups, chosen } = policy.threshold;
  if (groups)
    return { threshold, ...(chosen.by === 'rate' && { rate: chosen.rate }), rows, groups };
  return {
    threshold,
    ...setting,
    ...(traffic && { traffic }),
    ...(cost !== undefined && { cost }),
    chosen,
    certified,
  };
}

/** What every document of `tune` begins with; the file is null where none was written. */
export const tuneHead = (file: string | null, policy: Policy) => ({
  format: 'cede/tune',
  version: 1,
  policy: file,
  id: policy.id,
  revision: policy.threshold.revision,
});

/** Where a policy went. */
export const policyWrittenText = (file: string, policy: Policy): string =>
  `Wrote ${file} (revision ${policy.threshold.revision}).`;
