import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { autoChoiceSentence, InputError, outcomesOf, REJECT } from '@cede/core';
import type { TableIssue } from '@cede/data';
import {
  answeredSentence,
  choiceSentence,
  findingText,
  measuresNote,
  type ReportData,
  rateSentence,
} from '@cede/report';
import { terminalCurve, terminalTable } from '@cede/report/node';
import { openLedger, removeAbandoned } from '@cede/run';
import { answeredRows, type NamedTable, warnings } from '@cede/study';
import {
  expertsText,
  type OtherExperts,
  withExpertRows,
  withExperts,
} from '../experts/side-by-side.js';
import { interruptSignal } from '../interrupt.js';
import { printResult } from '../options/output.js';
import { fitOptions } from '../options/training.js';
import { reason } from '../reason.js';
import { rejectionReport } from '../reject/report-data.js';
import { withRoles } from '../roles/remembered.js';
import { type Progress, startProgress } from '../terminal/progress.js';
import { widthOf } from '../terminal/wrap.js';
import { plainVerdict } from '../verdict/plain.js';
import type { TableVerdict } from '../verdict/verdict.js';
import { VERSION } from '../version.js';
import { withAdditions } from './additions.js';
import { beforeTest, workBeforeTest } from './before-test.js';
import { budgetFor, withBudgetRate } from './budget-rate.js';
import type { Comparison } from './comparison.js';
import type { CompareFlags } from './flags.js';
import { gridWork, type MethodScores, runGrid } from './grid.js';
import { writeOutputs } from './outputs.js';
import { type AskedPlan, type ComparePlan, planMethods } from './plan.js';
import { inSentence, reportData } from './report-data.js';
import { compareResults } from './results.js';

export interface CompareInput {
  readonly fit: NamedTable;
  readonly test: NamedTable;
  readonly between: readonly TableIssue[];
  readonly flags: CompareFlags;
  readonly title: string;
  /** Further sentences for the report's warnings. */
  readonly notes?: readonly string[];
  /** Paragraphs for the report alone, which may speak of its finding. */
  readonly remarks?: (finding: ReportData['finding']) => Promise<readonly string[]>;
  /** How the command is written down, where it was not `compare` itself. */
  readonly command?: string;
  /** Which of the table's experts; the first by default. */
  readonly expert?: number;
  /** What was found about the other experts, by name. */
  readonly others?: OtherExperts;
}

/** From two tables to a folder with everything in it. Prints unless the flags say otherwise. */
export async function compare(input: CompareInput): Promise<Comparison> {
  const began = performance.now();
  const { flags, fit } = input;
  const expert = input.expert ?? 0;
  if (input.test.table.classes.length !== fit.table.classes.length)
    throw new InputError(
      `compare: ${fit.name} has ${fit.table.classes.length} classes, ${input.test.name} has ${input.test.table.classes.length}.`,
    );
  const test = { ...input.test, table: answeredRows(input.test.table, expert) };
  const unanswered = input.test.table.rows - test.table.rows;
  const asked: AskedPlan = {
    ...planMethods(fit.table, expert, flags.methods, flags.method),
    expert,
    seeds: Array.from({ length: flags.seeds }, (_, k) => flags.seed + k),
    rates: flags.rates,
    rate: flags.rate,
    budget: budgetFor(flags, fit.table, expert),
    options: fitOptions(flags),
  };
  const { plan, verdict, methods } = await train(input, asked, test);
  const curves = compareResults(
    plan,
    methods,
    {
      fit: { rows: fit.table.rows, classes: fit.table.classes.length, hash: fit.hash },
      test: { rows: test.table.rows, hash: test.hash, ...(unanswered > 0 && { unanswered }) },
    },
    outcomesOf(test.table, expert).target === 'accuracy' ? 100 : -1,
    verdict,
  );
  const rejecting = test.table.experts[expert].name === REJECT;
  let intervals: Progress | undefined;
  const drawn = (rejecting ? rejectionReport : reportData)({
    title: input.title,
    plan,
    methods,
    fit,
    test,
    ...(unanswered > 0 && { unanswered }),
    warnings: [
      ...warnings(fit.issues),
      ...warnings(test.issues),
      ...warnings(input.between),
      ...(input.notes ?? []),
    ],
    command: input.command ?? commandLine(),
    version: VERSION,
    facts: facts(plan, flags),
    paperMode: flags.paper,
    // Only `compare` itself has the option.
    ...(input.command === undefined && plan.chosen.name !== 'auto' && { advice: ADVICE }),
    chosenHow: chosenHow(input),
    ...(verdict && {
      verdict: plainVerdict(verdict, plan.rate, inSentence(test.table.experts[expert].name)),
    }),
    onProgress: (done) => {
      // Not before the first: what was prepared for it says nothing of how long the others take.
      intervals ??= startProgress('intervals', flags);
      intervals.update(done);
    },
  });
  intervals?.stop();
  const leaks = warnings(input.between);
  const remarks = await input.remarks?.(drawn.finding);
  const added = withAdditions(
    curves,
    { ...drawn, ...(leaks.length > 0 && { leaks }), ...(remarks && { remarks }) },
    plan,
    methods,
    test,
    flags,
  );
  const { name } = test.table.experts[expert];
  const report = withExpertRows(added.report, name, input.others);
  const results = withExperts(added.results, name, input.others);
  const deployed = methods.find(({ name }) => name === plan.chosen.name)?.deployed?.policy;
  const policy = deployed && withRoles(deployed, flags, expert);
  await writeOutputs(flags.out, results, report, policy, (performance.now() - began) / 1000);
  printResult(flags, results, () =>
    [
      ...report.warnings.map((message) => `warning: ${message}`),
      ...(verdict ? [verdict.sentence, ''] : []),
      // Both end with a line break: a blank line follows each.
      terminalTable(report, terminal()),
      terminalCurve(report, terminal()),
      findingText(report),
      ...(report.costs?.summary ? [report.costs.summary] : []),
      ...[answeredSentence(report)].filter((sentence) => sentence !== null),
      choiceSentence(report),
      ...[rateSentence(report)].filter((sentence) => sentence !== null),
      ...(plan.choice ? [autoChoiceSentence(plan.choice)] : []),
      ...addedMethod(plan, flags),
      ...expertsText(report),
      ...(rejecting ? [measuresNote(report)] : []),
      `Report: ${join(flags.out, 'report.html')}`,
    ].join('\n'),
  );
  return { results, report };
}

/** `fit` has another default, which matters to whoever typed `compare`. */
function chosenHow({ flags, command }: CompareInput): string {
  if (flags.method !== undefined) return 'by --method';
  const other = ' (without --method, fit chooses by itself and may take another)';
  return `as the default method${command === undefined ? other : ''}`;
}

const ADVICE =
  'Try --method auto, which chooses a method by cross-validation, before the test rows are seen.';

async function train(
  { flags, fit }: CompareInput,
  asked: AskedPlan,
  test: NamedTable,
): Promise<{ plan: ComparePlan; verdict: TableVerdict | null; methods: MethodScores[] }> {
  await mkdir(flags.out, { recursive: true }).catch((error) => {
    throw new InputError(`--out ${flags.out}: can't be made (${reason(error)}).`);
  });
  await removeAbandoned(flags.out); // what a killed run left half-written
  const { rows } = fit.table;
  const work = workBeforeTest(asked, rows);
  // The part of the progress bar that cross-validation on the fitting table takes.
  const before = 1 / (1 + gridWork(asked, rows) / (work.verdict + work.choice));
  const progress = startProgress('compare', flags);
  const interrupt = interruptSignal('on disk');
  try {
    const ledger = await openLedger(flags.out);
    const run = { ledger, jobs: flags.jobs, signal: interrupt.signal };
    const { plan, verdict } = await beforeTest(fit, asked, {
      ...run,
      onProgress: (done) => progress.update(before * done, 'cross-validation'),
    });
    const methods = await runGrid({
      ...run,
      plan,
      fit,
      test,
      calibrationShare: flags.calibrationShare,
      onProgress: ({ done, finished, cells, secondsLeft }) =>
        progress.update(before + (1 - before) * done, `${finished} of ${cells} fits`, secondsLeft),
    });
    return { plan: withBudgetRate(plan, methods), verdict, methods };
  } finally {
    interrupt.release();
    progress.stop();
  }
}

/** The finding needs a method: the default one takes part even where others were listed. */
function addedMethod({ chosen }: ComparePlan, { method, methods }: CompareFlags): string[] {
  return method !== undefined || !methods || methods.includes(chosen.name)
    ? []
    : [
        `${chosen.name} was not asked for: it is this table's default method, which the finding is about. Choose another with --method.`,
      ];
}

function facts(plan: ComparePlan, flags: CompareFlags): { name: string; value: string }[] {
  const { options } = plan;
  return [
    { name: 'Seeds', value: `${plan.seeds.length} (${plan.seeds[0]} … ${plan.seeds.at(-1)})` },
    { name: 'Epochs, batch', value: `${options.epochs ?? 100}, ${options.batch ?? 128}` },
    ...(plan.choice ? [{ name: 'auto', value: autoChoiceSentence(plan.choice) }] : []),
    ...plan.leftOut.map(({ name, reason }) => ({ name: `Left out: ${name}`, value: reason })),
    ...addedMethod(plan, flags).map((value) => ({ name: `Added: ${plan.chosen.name}`, value })),
  ];
}

const terminal = () => ({
  width: widthOf(process.stdout),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
});

/** The command as typed, but for what must not change the bytes: the folder's name and the number of jobs. */
function commandLine(): string {
  const words = ['cede', ...process.argv.slice(2)];
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    if (['--out', '--jobs'].includes(words[i])) i++;
    else if (!/^--(out|jobs)=|^--(json|quiet)$/.test(words[i]))
      kept.push(/^[\w./:=,-]+$/.test(words[i]) ? words[i] : `'${words[i]}'`);
  }
  return [...kept, '--out FOLDER'].join(' ');
}
