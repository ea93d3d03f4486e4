import {
  costedSettings,
  inputOf,
  type Policy,
  scoreRows,
  settingAt,
  tune,
  tuneOnTraffic,
} from '@cede/core';
import { writePolicy } from '../files.js';
import { printResult } from '../options/output.js';
import { finite, percent, plural } from '../terminal/numbers.js';
import { headOf, wroteText } from './answer.js';
import type { TuneFlags } from './flags.js';
import { readFor } from './read.js';

/** From the stored calibration alone, or the rate from current traffic. */
export async function turnDial(policy: Policy, output: string, flags: TuneFlags): Promise<void> {
  const tuned =
    flags.traffic === undefined
      ? tune(policy, flags)
      : await onTraffic(policy, flags.traffic, flags);
  await writePolicy(output, tuned);
  const [threshold] = tuned.threshold.values;
  const there = settingAt(tuned.calibration, threshold);
  const cost = flags.budget === undefined ? undefined : costAt(tuned, threshold);
  const left = policy.certificates.some(
    ({ applies }, k) => applies && !tuned.certificates[k].applies,
  );
  printResult(
    flags,
    {
      ...headOf(output, tuned),
      threshold: finite(threshold),
      rate: there.rate,
      value: there.value,
      ...(cost !== undefined && { cost }),
      chosen: tuned.threshold.chosen,
      certified: tuned.certificates.some(({ applies }) => applies),
    },
    () =>
      [
        `Threshold ${threshold.toPrecision(4)}: hands over ${percent(there.rate)} of the ${plural(tuned.calibration.rows, 'calibration row')}${tuned.calibration.target === 'accuracy' ? `, ${percent(there.value, 2)} right` : ''}${cost === undefined ? '' : `, ${+cost.toPrecision(4)} per case`}.`,
        ...(tuned.calibration.inSample
          ? [
              'Careful: these are the fitting rows themselves (--calibration-share 0), so the numbers are too good.',
            ]
          : []),
        ...(left
          ? ['The certificate of the threshold before does not apply to this one: certify again.']
          : []),
        wroteText(output, tuned),
      ].join('\n'),
  );
}

function costAt({ calibration }: Policy, threshold: number): number {
  let cost = 0;
  for (const setting of costedSettings(calibration)) {
    if (setting.threshold > threshold) break;
    cost = setting.cost;
  }
  return cost;
}

async function onTraffic(policy: Policy, path: string, flags: TuneFlags): Promise<Policy> {
  const { table } = await readFor(policy, path, flags, flags.seed, 'scores');
  return tuneOnTraffic(
    policy,
    scoreRows(policy.scorer, inputOf(table, policy.scorer.features)),
    flags.rate!,
  );
}
