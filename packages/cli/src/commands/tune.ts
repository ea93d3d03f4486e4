import {
  costedSettings,
  dialBounds,
  inputOf,
  type Policy,
  scoreRows,
  settingAt,
  tune,
  tuneOnTraffic,
} from '@cede/core';
import type { Command } from 'commander';
import { readPolicy, refuseUnwritable, writePolicy } from '../files.js';
import { certifiedGroups, equalRates } from '../groups/own-thresholds.js';
import { addOutputFlags, printResult } from '../options/output.js';
import { addTableFlags } from '../options/table.js';
import { warnings } from '../tables.js';
import { finite, percent, plural } from '../terminal/numbers.js';
import { certificateDocument, certificateText, dialText } from '../tune/certificate-text.js';
import { certifyPolicy, refuseSeenRows } from '../tune/certify.js';
import { certifyingRows } from '../tune/certifying-rows.js';
import { addTuneFlags, CONFIDENCE, type TuneFlags, wayOf } from '../tune/flags.js';
import { gridOf } from '../tune/grid-of.js';
import { onlyRate } from '../tune/promises.js';
import { readFor } from '../tune/read.js';

export function addTune(program: Command): void {
  const command = program
    .command('tune')
    .description('Turn the dial: set the threshold again, from what the policy remembers.')
    .argument('<policy>', 'rewritten in place, or see -o')
    .argument('[rows...]', 'for promises: rows that no fitting and no choosing has seen')
    .addHelpText(
      'after',
      '\nExamples:\n  cede tune policy.json --rate 0.1\n  cede tune policy.json --rate 0.1 --traffic today.parquet\n  cede tune policy.json certify.csv --max-error 0.05 --confidence 0.95\n',
    );
  addOutputFlags(addTableFlags(addTuneFlags(command))).action(run);
}

async function run(path: string, rows: string[], flags: TuneFlags): Promise<void> {
  const way = wayOf(flags, rows.length > 0);
  const policy = await readPolicy(path);
  const output = flags.output ?? path;
  await refuseUnwritable(output);
  if (way === 'dial') await turnDial(policy, output, flags);
  else if (way === 'certify') await certified(policy, rows, output, flags);
  else if (way === 'bounds') await bounds(policy, rows, output, flags);
  else if (way === 'equal-rates') await sameRates(policy, rows, output, flags);
  else await inGroups(policy, rows, output, flags);
}

/** From the stored calibration alone, or the rate from current traffic. */
async function turnDial(policy: Policy, output: string, flags: TuneFlags): Promise<void> {
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
      ...head(output, tuned),
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
        wrote(output, tuned),
      ].join('\n'),
  );
}

async function certified(
  policy: Policy,
  rows: readonly string[],
  output: string,
  flags: TuneFlags,
): Promise<void> {
  const table = await readFor(
    policy,
    rows,
    flags,
    flags.seed,
    onlyRate(flags) ? 'scores' : 'truth',
  );
  const result = certifyPolicy(policy, table, {
    ...flags,
    confidence: flags.confidence ?? CONFIDENCE,
    groupColumn: flags.group,
  });
  const { certificate, certifying } = result;
  if (certificate.feasible) await writePolicy(output, result.policy);
  const said = [...warnings(table.findings), ...result.warnings];
  answer(
    flags,
    certificate.feasible,
    {
      ...head(output, result.policy),
      ...certificateDocument(certificate, certifying),
      table: table.name,
      hash: table.hash,
      warnings: said,
    },
    [
      ...said.map((message) => `warning: ${message}`),
      ...certificateText(certificate, certifying),
      ...(certificate.feasible ? [wrote(output, result.policy)] : []),
    ],
  );
}

/** Bounds at every stored threshold; the threshold itself stays. */
async function bounds(
  policy: Policy,
  rows: readonly string[],
  output: string,
  flags: TuneFlags,
): Promise<void> {
  const table = await readFor(policy, rows, flags, flags.seed, 'truth');
  const said = [...warnings(table.findings), ...refuseSeenRows(policy, table)];
  const certifying = certifyingRows(policy, table.table);
  const dial = {
    ...dialBounds(gridOf(policy), certifying.rows, flags.confidence ?? CONFIDENCE),
    table: { rows: table.table.rows, hash: table.hash },
  };
  await writePolicy(output, { ...policy, dial });
  printResult(flags, { ...head(output, policy), dial, warnings: said }, () =>
    [
      ...said.map((message) => `warning: ${message}`),
      ...dialText(dial),
      wrote(output, policy),
    ].join('\n'),
  );
}

async function sameRates(
  policy: Policy,
  rows: readonly string[],
  output: string,
  flags: TuneFlags,
): Promise<void> {
  const { table } = await readFor(policy, rows, flags, flags.seed, 'scores');
  const tuned = equalRates(policy, table, flags.group!, flags.rate!);
  await writePolicy(output, tuned);
  const { groups, values } = tuned.threshold;
  printResult(
    flags,
    {
      ...head(output, tuned),
      threshold: finite(values[0]),
      rate: flags.rate,
      rows: table.rows,
      groups,
    },
    () =>
      [
        `Each of ${plural(groups!.names.length, 'group')} hands over ${percent(flags.rate!)} of its cases; a case whose group is not given, or new, meets the common threshold ${values[0].toPrecision(4)}.`,
        ...groups!.names.map((name, g) => `  ${name.padEnd(16)} ${groups!.values[g]}`),
        wrote(output, tuned),
      ].join('\n'),
  );
}

async function inGroups(
  policy: Policy,
  rows: readonly string[],
  output: string,
  flags: TuneFlags,
): Promise<void> {
  const table = await readFor(
    policy,
    rows,
    flags,
    flags.seed,
    onlyRate(flags) ? 'scores' : 'truth',
  );
  const result = certifiedGroups(policy, table, flags.group!, {
    ...flags,
    confidence: flags.confidence ?? CONFIDENCE,
  });
  const certifying = certifyingRows(policy, table.table, {
    costs: flags.maxCost !== undefined,
    errorCost: flags.errorCost,
  });
  if (result.feasible) await writePolicy(output, result.policy);
  const said = [...warnings(table.findings), ...result.warnings];
  answer(
    flags,
    result.feasible,
    {
      ...head(output, result.policy),
      feasible: result.feasible,
      rows: table.table.rows,
      groups: result.certificates.map(({ group, certificate }) => ({
        group,
        ...certificateDocument(certificate, certifying),
      })),
      warnings: said,
    },
    [
      ...said.map((message) => `warning: ${message}`),
      ...result.certificates.flatMap(({ group, certificate }) => [
        `${group}:`,
        ...certificateText(certificate, certifying).map((line) => `  ${line}`),
      ]),
      result.feasible
        ? wrote(output, result.policy)
        : 'Not every group has a threshold that qualifies, so none was set.',
    ],
  );
}

/** "None qualifies" is an answer, and one that a script must notice: it ends with 1. */
function answer(
  flags: TuneFlags,
  feasible: boolean,
  document: unknown,
  lines: readonly string[],
): void {
  printResult(flags, document, () => lines.join('\n'));
  if (feasible) return;
  process.exitCode = 1;
  if (flags.quiet && !flags.json) process.stderr.write(`cede: tune: ${lines[0]}\n`);
}

const head = (output: string, policy: Policy) => ({
  format: 'cede/tune',
  version: 1,
  policy: output,
  id: policy.id,
  revision: policy.threshold.revision,
});

const wrote = (output: string, policy: Policy) =>
  `Wrote ${output} (revision ${policy.threshold.revision}).`;

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
