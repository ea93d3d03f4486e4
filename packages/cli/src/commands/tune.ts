import { isRejecting, type Policy } from '@cede/core';
import { finite, percent, plural, thresholdText } from '@cede/report/words';
import { equalRates, warnings } from '@cede/study';
import type { Command } from 'commander';
import { readPolicy, refuseUnwritable, writePolicy } from '../files.js';
import { addOutputFlags, printResult } from '../options/output.js';
import { addTableFlags } from '../options/table.js';
import { answerPromise, headOf, wroteText } from '../tune/answer.js';
import { certificateDocument, certificateText, dialText } from '../tune/certificate-text.js';
import { certifyPolicy, refuseSeenRows } from '../tune/certify.js';
import { certifyingRows } from '../tune/certifying-rows.js';
import { storedDial } from '../tune/dial.js';
import { addTuneFlags, CONFIDENCE, type TuneFlags, tuneModeOf } from '../tune/flags.js';
import { gridOf } from '../tune/grid-of.js';
import { askedPromises, needsOf } from '../tune/promises.js';
import { readFor } from '../tune/read.js';
import { turnDial } from '../tune/turn.js';

export function addTune(program: Command): void {
  const command = program
    .command('tune')
    .argument('<policy>', 'rewritten in place, or see -o')
    .argument('[rows...]', 'for promises: rows that no fitting and no choosing has seen')
    .addHelpText(
      'after',
      '\nExamples:\n  cede tune policy.json --rate 0.1\n  cede tune policy.json --rate 0.1 --traffic today.parquet\n  cede tune policy.json certify.csv --max-error 0.05 --confidence 0.95\n',
    );
  addOutputFlags(addTableFlags(addTuneFlags(command))).action(run);
}

async function run(path: string, rows: string[], flags: TuneFlags): Promise<void> {
  const way = tuneModeOf(flags, rows.length > 0);
  const policy = await readPolicy(path);
  const output = flags.output ?? path;
  await refuseUnwritable(output);
  if (way === 'dial') await turnDial(policy, output, flags);
  else if (way === 'bounds') await bounds(policy, rows, output, flags);
  else if (way === 'equal-rates') await sameRates(policy, rows, output, flags);
  else await promised(policy, rows, output, flags, way === 'group-certificates');
}

/** A certified threshold, or with `perGroup` one for each group: all of them, or none is set. */
async function promised(
  policy: Policy,
  rows: readonly string[],
  output: string,
  flags: TuneFlags,
  perGroup: boolean,
): Promise<void> {
  const { seed, errorCost, dial } = flags;
  const asked = askedPromises(flags);
  gridOf(policy);
  const table = await readFor(policy, rows, flags, seed, needsOf(asked));
  const { confidence = CONFIDENCE } = flags;
  const result = certifyPolicy(policy, table, {
    ...asked,
    confidence,
    seed,
    errorCost,
    dial,
    groupColumn: flags.group,
    perGroup,
  });
  const { feasible, certificates, certifying, begins } = result;
  const told = {
    begins,
    rejecting: isRejecting(policy),
    ...(perGroup && { together: { groups: certificates.length, confidence } }),
  };
  if (feasible) await writePolicy(output, result.policy);
  const said = [...warnings(table.issues), ...result.warnings];
  const found = certificates.map(({ group, certificate }) => ({
    group,
    document: certificateDocument(certificate, certifying, asked),
    text: certificateText(certificate, certifying, told),
  }));
  answerPromise(
    flags,
    feasible,
    {
      ...headOf(feasible ? output : null, result.policy),
      ...(perGroup
        ? {
            feasible,
            rows: table.table.rows,
            confidence,
            groups: found.map(({ group, document }) => ({ group, ...document })),
          }
        : found[0].document),
      table: table.name,
      hash: table.hash,
      warnings: said,
    },
    [
      ...said.map((message) => `warning: ${message}`),
      ...found.flatMap(({ group, text }) =>
        group === undefined ? text : [`${group}:`, ...text.map((line) => `  ${line}`)],
      ),
      ...(perGroup && !feasible
        ? ['Not every group has a threshold that qualifies, so none was set.']
        : []),
      ...(feasible ? [wroteText(output, result.policy)] : []),
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
  gridOf(policy);
  const { errorCost, confidence = CONFIDENCE } = flags;
  const table = await readFor(policy, rows, flags, flags.seed, 'truth');
  const said = [...warnings(table.issues), ...refuseSeenRows(policy, table)];
  // Whoever names the price of errors wants costs bounded, not errors.
  const priced = errorCost !== undefined || flags.costMatrix !== undefined;
  const certifying = certifyingRows(policy, table.table, {
    what: priced ? 'cost' : 'error',
    errorCost,
  });
  const dial = storedDial(policy, table, certifying, { confidence, errorCost, spending: true });
  await writePolicy(output, { ...policy, dial });
  printResult(flags, { ...headOf(output, policy), dial, warnings: said }, () =>
    [
      ...said.map((message) => `warning: ${message}`),
      ...dialText(dial, isRejecting(policy)),
      wroteText(output, policy),
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
      ...headOf(output, tuned),
      threshold: finite(values[0]),
      rate: flags.rate,
      rows: table.rows,
      groups,
    },
    () =>
      [
        `Each of ${plural(groups!.names.length, 'group')} hands over ${percent(flags.rate!)} of its cases; a case whose group is not given, or new, meets the common threshold, ${thresholdText(finite(values[0]))}.`,
        ...groups!.names.map(
          (name, g) => `  ${name.padEnd(16)} ${thresholdText(groups!.values[g])}`,
        ),
        wroteText(output, tuned),
      ].join('\n'),
  );
}
