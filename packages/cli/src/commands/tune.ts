import type { Policy } from '@cede/core';
import { readForPolicy } from '@cede/data/node';
import {
  boundsText,
  certificationDocument,
  certificationText,
  noteLines,
  policyWrittenText,
  promiseRefusalText,
  tuneHead,
  tuningDocument,
  tuningText,
  warningTexts,
  wordsOf,
} from '@cede/report/words';
import { refuseOverwriting, refuseUnwritable } from '@cede/run/node';
import {
  bounds,
  type Certification,
  certify,
  PromiseError,
  rowsNeeded,
  storedGrid,
  tune,
} from '@cede/study';
import type { Command } from 'commander';
import { readPolicy, writePolicy } from '../files.js';
import { addCommand } from '../options/command.js';
import { addOutputFlags, printResult } from '../options/output.js';
import { addTableFlags, tableOptions } from '../options/table.js';
import { addTuneFlags, askedPromises, declaredRanges, type TuneFlags } from '../tune/flags.js';
import { type TuneMode, tuneModeOf } from '../tune/mode.js';
import { UsageError } from '../usage-error.js';

export const addTune = (program: Command) =>
  addCommand(program, {
    name: 'tune',
    arguments: {
      '<policy>': 'rewritten in place, or see -o',
      '[rows...]': 'for promises: rows that no fitting and no choosing has seen',
    },
    shared: [addTuneFlags, addTableFlags, addOutputFlags],
    examples: [
      'cede tune policy.json --rate 0.1',
      'cede tune policy.json --rate 0.1 --traffic today.parquet',
      'cede tune policy.json certify.csv --max-error 0.05 --confidence 0.95',
    ],
    action: run,
  });

/** The policy that is tuned, the rows that were given, and where the new policy goes. */
interface Job {
  readonly policy: Policy;
  readonly rows: readonly string[];
  readonly output: string;
  readonly flags: TuneFlags;
}

const MODES: Readonly<Record<TuneMode, (job: Job) => Promise<void>>> = {
  setting: setThreshold,
  'equal-rates': setThreshold,
  bounds: setBounds,
  certify: (job) => promise(job, 'common'),
  'group-certificates': (job) => promise(job, 'own'),
};

async function run(path: string, rows: string[], flags: TuneFlags): Promise<void> {
  const mode = tuneModeOf(flags, rows.length > 0);
  const policy = await readPolicy(path);
  const output = flags.output ?? path;
  await refuseUnwritable(output);
  await refuseOverwriting(output, [...rows, ...(flags.traffic ? [flags.traffic] : [])]);
  await MODES[mode]({ policy, rows, output, flags });
}

/** From what the policy remembers, or on rows that need no labels. */
async function setThreshold(job: Job): Promise<void> {
  const { policy, output, flags } = job;
  const tuning = tune(policy, await settingOf(job));
  await writePolicy(output, tuning.policy);
  printResult(flags, { ...tuneHead(output, tuning.policy), ...tuningDocument(tuning) }, () =>
    [...tuningText(tuning), policyWrittenText(output, tuning.policy)].join('\n'),
  );
}

async function settingOf({ policy, rows, flags }: Job) {
  const { rate, cost, densityRatio, budget, traffic, group, perGroup, seed } = flags;
  const read = async (paths: string | readonly string[]) =>
    (await readForPolicy(policy, paths, tableOptions(flags, seed), 'scores')).table;
  if (perGroup !== undefined)
    return { rate, perGroup: { table: await read(rows), column: group! } };
  if (traffic !== undefined) return { rate, traffic: await read(traffic) };
  return { rate, cost, densityRatio, budget };
}

/** A certified threshold, or one for each group: all of them, or none is set. */
async function promise(
  { policy, rows, output, flags }: Job,
  thresholds: 'common' | 'own',
): Promise<void> {
  const { seed, errorCost, confidence, group } = flags;
  const asked = askedPromises(flags);
  storedGrid(policy); // before a long read
  const table = await readForPolicy(policy, rows, tableOptions(flags, seed), rowsNeeded(asked));
  let certification: Certification;
  try {
    certification = certify(policy, table, asked, {
      ...{ confidence, seed, errorCost, bounds: flags.bounds },
      ...(flags.perClass && { perClass: 'own' }),
      ...(flags.everyClass && { perClass: 'common' }),
      ...declaredRanges(flags),
      ...(group !== undefined && { groups: { column: group, thresholds } }),
    });
  } catch (error) {
    // A promise that can't be tested is a wrong command line.
    if (!(error instanceof PromiseError)) throw error;
    throw new UsageError(`tune: ${promiseRefusalText(error.refusal)}`);
  }
  const { feasible, notes, bounds: dial } = certification;
  if (feasible) await writePolicy(output, certification.policy);
  const lines = [
    ...noteLines(notes),
    ...certificationText(certification),
    ...(dial ? ['', ...boundsText(dial, wordsOf(policy))] : []),
    ...(flags.bounds && !dial
      ? [
          '--bounds goes with a threshold that qualifies, and there is none. Run cede tune policy.json ROWS --bounds without a promise.',
        ]
      : []),
    ...(feasible ? [policyWrittenText(output, certification.policy)] : []),
  ];
  const document = {
    ...tuneHead(feasible ? output : null, certification.policy),
    ...certificationDocument(certification),
    ...(dial && { dial }),
    table: table.name,
    hash: table.hash,
    warnings: warningTexts(notes),
  };
  printResult(flags, document, () => lines.join('\n'));
  if (feasible) return;
  // "None qualifies" is an answer, and one that a script must notice: it ends with 1.
  process.exitCode = 1;
  if (flags.quiet && !flags.json) process.stderr.write(`cede: tune: ${lines[0]}\n`);
}

/** Bounds at every stored threshold; the threshold itself stays. */
async function setBounds({ policy, rows, output, flags }: Job): Promise<void> {
  storedGrid(policy); // before a long read
  const { errorCost, confidence, seed } = flags;
  const table = await readForPolicy(policy, rows, tableOptions(flags, seed), 'truth');
  const found = bounds(policy, table, { errorCost, confidence, ...declaredRanges(flags) });
  await writePolicy(output, found.policy);
  const document = {
    ...tuneHead(output, policy),
    dial: found.bounds,
    warnings: warningTexts(found.notes),
  };
  printResult(flags, document, () =>
    [
      ...noteLines(found.notes),
      ...boundsText(found.bounds, wordsOf(policy)),
      policyWrittenText(output, policy),
    ].join('\n'),
  );
}
