import {
  inputOf,
  isRejecting,
  type Policy,
  type Setting,
  scoreRows,
  settingAt,
  tune,
  tuneOnTraffic,
} from '@cede/core';
import {
  calibrationCostText,
  finite,
  fixed,
  lossName,
  percent,
  plural,
  settingText,
  thresholdText,
} from '@cede/report/words';
import { calibrationCost } from '@cede/study';
import { writePolicy } from '../files.js';
import { printResult } from '../options/output.js';
import { headOf, wroteText } from './answer.js';
import type { TuneFlags } from './flags.js';
import { readFor } from './read.js';

/** From the stored calibration alone, or the rate from current traffic. */
export async function turnDial(policy: Policy, output: string, flags: TuneFlags): Promise<void> {
  const { tuned, traffic } =
    flags.traffic === undefined
      ? { tuned: tune(policy, flags), traffic: undefined }
      : await onTraffic(policy, flags.traffic, flags);
  await writePolicy(output, tuned);
  const [threshold] = tuned.threshold.values;
  const there = settingAt(tuned.calibration, threshold);
  const cost = calibrationCost(tuned);
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
      ...(traffic && { traffic }),
      ...(cost !== undefined && { cost }),
      chosen: tuned.threshold.chosen,
      certified: tuned.certificates.some(({ applies }) => applies),
    },
    () =>
      [
        ...dialText(tuned, there, traffic),
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

function dialText(
  policy: Policy,
  there: Setting,
  traffic: { rows: number; rate: number } | undefined,
): string[] {
  const { threshold, calibration } = policy;
  const rejecting = isRejecting(policy);
  const head = `Threshold ${thresholdText(finite(threshold.values[0]), rejecting)}: ${rejecting ? 'turns away' : 'hands over'}`;
  const rows = plural(calibration.rows, 'calibration row');
  const right = rejecting
    ? `, and ${settingText(policy, there)}`
    : calibration.target === 'accuracy'
      ? `, ${percent(there.value, 2)} right`
      : `, ${lossName(policy)} ${fixed(-there.value, 4)}`;
  const costs = calibrationCostText(policy);
  return traffic
    ? [
        `${head} ${percent(traffic.rate)} of the ${plural(traffic.rows, 'row')} of traffic.`,
        `On the ${rows} that is ${percent(there.rate)}${right}.`,
      ]
    : [
        `${head} ${percent(there.rate)} of the ${rows}${[right, costs].filter(Boolean).join(', ')}.`,
      ];
}

/** The rate is what was asked for on these rows; on the calibration rows it may be another. */
async function onTraffic(policy: Policy, path: string, flags: TuneFlags) {
  const { table } = await readFor(policy, path, flags, flags.seed, 'scores');
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const tuned = tuneOnTraffic(policy, scores, flags.rate!);
  const [threshold] = tuned.threshold.values;
  const rate = scores.filter((score) => score <= threshold).length / table.rows;
  return { tuned, traffic: { rows: table.rows, rate } };
}
