import {
  AUTO_MEMBERS,
  autoChoiceSentence,
  type Choice,
  defaultMethod,
  fitPolicyOn,
  isRejecting,
  POLICY_DEFAULTS,
  type Policy,
  type PolicyFitOptions,
  REJECT,
  settingAt,
  splitTable,
  type Table,
} from '@cede/core';
import {
  calibrationCostText,
  finite,
  fixed,
  lossName,
  percent,
  plural,
  propensityWarning,
  settingText,
  thresholdText,
} from '@cede/report/words';
import { budgetOf, calibrationCost, insistOnTruth, warnings, withPropensities } from '@cede/study';
import type { Command } from 'commander';
import { chooseMethod } from '../auto/choose.js';
import { refuseUnwritable, writePolicy } from '../files.js';
import { constantScoreWarning, costMethod, unusedMatrixWarning } from '../fit/notes.js';
import { interruptSignal } from '../interrupt.js';
import { methodName } from '../options/methods.js';
import { fraction, number, share, whole } from '../options/numbers.js';
import { addOutputFlags, type OutputFlags, printResult } from '../options/output.js';
import { addTableFlags, type TableFlags, tableOptions } from '../options/table.js';
import { addTrainingFlags, fitOptions, type TrainingFlags } from '../options/training.js';
import { rolesGiven } from '../roles/remembered.js';
import { loadTable } from '../tables.js';
import { startProgress } from '../terminal/progress.js';
import { UsageError } from '../usage-error.js';

interface FitFlags extends TableFlags, TrainingFlags, OutputFlags {
  output: string;
  method?: string;
  rate?: number;
  cost?: number;
  ratio?: number;
  budget?: number;
  calibrationShare: number;
  members?: number;
  modelVersion?: string;
  jobs?: number;
}

export function addFit(program: Command): void {
  const command = program
    .command('fit')
    .argument('<table...>', 'past predictions with the truth and the expert')
    .requiredOption('-o, --output <file>', 'where the policy goes')
    .option(
      '--method <name>',
      'how to score (default: auto, which chooses by cross-validation)',
      methodName('--method'),
    )
    .option(
      '--rate <share>',
      `hand over this share of cases (default: ${POLICY_DEFAULTS.rate})`,
      fraction('--rate'),
    )
    .option('--cost <c>', 'or: what a hand-over costs, in errors', number('--cost', 0))
    .option(
      '--ratio <t>',
      'or: hand over where the density ratio is at most this',
      number('--ratio', 0),
    )
    .option('--budget <c>', 'or: mean cost per case (needs cost columns)', number('--budget', 0))
    .option(
      '--calibration-share <share>',
      'rows kept from training to set thresholds on',
      share('--calibration-share', 0),
      POLICY_DEFAULTS.calibrationShare,
    )
    .option(
      '--members <n>',
      'networks, averaged (default: 5 with auto, else 1)',
      whole('--members', 1),
    )
    .option('--jobs <n>', 'worker threads for auto (default: all cores)', whole('--jobs', 1))
    .option('--model-version <text>', "the frozen model's version, kept with the policy")
    .addHelpText('after', '\nExample:\n  cede fit predictions.csv --rate 0.2 -o policy.json\n');
  addOutputFlags(addTrainingFlags(addTableFlags(command))).action(fit);
}

async function fit(paths: string[], given: FitFlags): Promise<void> {
  const { flags, notes } = costMethod(given);
  const asked = (['rate', 'cost', 'ratio', 'budget'] as const).filter(
    (key) => flags[key] !== undefined,
  );
  if (asked.length > 1)
    throw new UsageError(
      `fit: give one of --rate, --cost, --ratio and --budget, got ${asked.map((key) => `--${key}`).join(' and ')}.`,
    );
  await refuseUnwritable(flags.output);
  const rejecting = flags.method === REJECT;
  const loaded = await loadTable(paths, {
    ...tableOptions(flags, flags.seed),
    unlabelled: rejecting, // an expert may be missing, the truth may not
  });
  const { name, hash } = loaded;
  if (rejecting) insistOnTruth(loaded.table, name);
  const asking = withPropensities(loaded.table);
  const { table } = asking;
  const said = [
    ...warnings(loaded.issues),
    ...asking.estimated.map((found) => propensityWarning(found, name)),
    ...unusedMatrixWarning(flags),
  ];
  const share = flags.calibrationShare;
  const parts =
    share > 0
      ? splitTable(table, { testShare: share, seed: flags.seed, purpose: 'calibration' })
      : { fit: table, test: table };
  const progress = startProgress('fit', flags);
  const { rate, cost, ratio, budget, modelVersion } = flags;
  const columns = rolesGiven(flags);
  let policy: Policy;
  try {
    const choice = await chosen(parts.fit, hash, flags, (done) => progress.update(0.9 * done));
    const method = choice?.method ?? flags.method ?? defaultMethod(table);
    const members = flags.members ?? (choice && AUTO_MEMBERS);
    const options: PolicyFitOptions = {
      ...fitOptions(flags),
      ...Object.fromEntries(
        Object.entries({ rate, cost, ratio, budget, method, choice, members, modelVersion }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
      calibrationShare: share,
      hash,
      ...(columns && { columns }),
      onProgress: ({ done }) => progress.update(choice ? 0.9 + 0.1 * done : done),
    };
    policy = fitPolicyOn(parts.fit, parts.test, share === 0, table.rows, options);
  } finally {
    progress.stop();
  }
  said.push(...constantScoreWarning(policy));
  await writePolicy(flags.output, policy);
  const setting = settingAt(policy.calibration, policy.threshold.values[0]);
  const [answers, paid] = [calibrationCost(policy), budgetOf(policy)];
  const document = {
    format: 'cede/fit',
    version: 1,
    policy: flags.output,
    id: policy.id,
    method: policy.method,
    ...(policy.choice && { choice: policy.choice }),
    rows: { fit: parts.fit.rows, calibration: share === 0 ? 0 : parts.test.rows },
    inSample: share === 0,
    threshold: finite(policy.threshold.values[0]),
    rate: setting.rate,
    value: setting.value,
    ...(answers !== undefined && { cost: answers }),
    ...(paid !== undefined && { budget: paid }),
    warnings: said,
  };
  printResult(flags, document, () =>
    [
      ...said.map((message) => `warning: ${message}`),
      ...notes,
      ...fitText(name, policy, parts.fit.rows, parts.test.rows, share === 0, flags.output),
    ].join('\n'),
  );
}

/** Chosen on the fitting rows alone: calibration rows have seen no choice. */
async function chosen(
  table: Table,
  hash: string,
  flags: FitFlags,
  onProgress: (done: number) => void,
): Promise<Choice | undefined> {
  // A density ratio is something only some methods have, so --ratio keeps to one of those.
  if ((flags.method ?? (flags.ratio === undefined ? 'auto' : '')) !== 'auto') return undefined;
  const interrupt = interruptSignal('nothing');
  const options = {
    ...fitOptions(flags),
    ...(flags.members !== undefined && { members: flags.members }),
    ...(flags.rate !== undefined && { near: flags.rate }),
  };
  try {
    return await chooseMethod(table, hash, options, {
      jobs: flags.jobs,
      signal: interrupt.signal,
      onProgress,
    });
  } finally {
    interrupt.release();
  }
}

function fitText(
  name: string,
  policy: Policy,
  fitted: number,
  calibrated: number,
  inSample: boolean,
  output: string,
): string[] {
  const [threshold] = policy.threshold.values;
  const there = settingAt(policy.calibration, threshold);
  const alone = settingAt(policy.calibration, Number.NEGATIVE_INFINITY);
  const accuracy = policy.calibration.target === 'accuracy';
  const value = (v: number) => (accuracy ? `${percent(v, 2)} right` : fixed(-v, 4));
  const unit = accuracy ? '' : `${lossName(policy)} `;
  const where = Number.isFinite(threshold)
    ? `score ≤ ${thresholdText(threshold as number)}`
    : `threshold ${thresholdText(finite(threshold), isRejecting(policy))}`;
  const what = isRejecting(policy)
    ? `Turns away ${percent(there.rate)} (${where}) and ${settingText(policy, there)}; answering everything, ${unit}${value(alone.value)}`
    : `Hands over ${percent(there.rate)} (${where}): ${unit}${value(there.value)}, the model alone ${value(alone.value)}`;
  const costs = calibrationCostText(policy);
  return [
    ...(policy.choice ? [autoChoiceSentence(policy.choice)] : []),
    `${policy.method} fitted on ${plural(fitted, 'row')} of ${name}${inSample ? '' : `, threshold set on ${plural(calibrated, 'other row')}`}.`,
    `${[what, costs].filter(Boolean).join('; ')}${inSample ? ' — on the fitting rows themselves, so too good' : ''}.`,
    `Wrote ${output}. Turn the dial with: cede tune ${output} --rate 0.1`,
  ];
}
