import { join } from 'node:path';
import { expertIndex } from '@cede/core';
import { withRoles } from '@cede/data';
import { type Presentation, toReport, toResults } from '@cede/report';
import { comparisonText } from '@cede/report/node';
import { commandLine, metricFacts, trainingFacts } from '@cede/report/words';
import { lockFolder, openLedger, removeAbandoned } from '@cede/run/node';
import { type Comparison, compare, type StudyProgress, stepClock, warnings } from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import { interruptSignal } from '../interrupt.js';
import { printResult } from '../options/output.js';
import { type Progress, startProgress } from '../terminal/progress.js';
import { widthOf } from '../terminal/wrap.js';
import { VERSION } from '../version.js';
import type { CompareFlags } from './flags.js';
import type { CompareInput } from './input.js';
import { refuseOtherResults, writeOutputs } from './outputs.js';

/** From two tables to a folder with everything in it. Prints unless the flags say otherwise. */
export async function runCompare(input: CompareInput): Promise<Comparison> {
  const began = performance.now();
  return inFolder(input, () => compareLocked(input, began));
}

/** The comparison alone: nothing is written but the cells that a later run of it takes up. */
export const compareOnly = (input: CompareInput): Promise<Comparison> =>
  inFolder(input, () => compareIn(input.flags.out, input, () => undefined));

/** One at a time in a folder, which must not hold other results. */
async function inFolder<Result>(input: CompareInput, work: () => Promise<Result>): Promise<Result> {
  const { flags } = input;
  if (!flags.overwrite) await refuseOtherResults(flags.out, input);
  const lock = await lockFolder(flags.out, `--out ${flags.out}`);
  try {
    await removeAbandoned(flags.out); // what a killed run left half-written
    return await work();
  } finally {
    await lock.release();
  }
}

async function compareLocked(input: CompareInput, began: number): Promise<Comparison> {
  const { flags, others = [] } = input;
  const clock = stepClock(began);
  const found = input.found ?? (await compareIn(flags.out, input, clock.follow));
  const steps = clock.times();
  const comparison = {
    ...found,
    ...(others.length > 0 && { experts: others.map((o) => o.comparison) }),
  };
  const remarks = await input.remarks?.(comparison);
  const report = toReport(comparison, presentationOf(input, comparison, remarks));
  const results = toResults(comparison);
  const policy =
    comparison.policy &&
    withRoles(comparison.policy, flags, expertIndex(input.fit.table, input.ask.expert));
  const seconds = (performance.now() - began) / 1000;
  await writeOutputs(flags.out, results, report, policy, { seconds, steps });
  printResult(flags, results, () =>
    [
      comparisonText(
        report,
        comparison,
        terminal(),
        addedMethod(comparison.headline.method, flags),
      ),
      '',
      `Report: ${join(flags.out, 'report.html')}`,
    ].join('\n'),
  );
  return comparison;
}

/** The study itself, kept in the folder: a run that was stopped resumes there. */
async function compareIn(
  folder: string,
  { fit, test, ask, flags }: CompareInput,
  follow: (progress: StudyProgress) => void,
) {
  const interrupt = interruptSignal('on disk');
  const bars = progressBars(flags);
  try {
    return await compare({ fit, test }, ask, {
      runner: poolStudyRunner({ jobs: flags.jobs }),
      ledger: await openLedger(folder),
      signal: interrupt.signal,
      onProgress: (progress) => {
        follow(progress);
        bars.update(progress);
      },
    });
  } finally {
    interrupt.release();
    bars.stop();
  }
}

/** One bar for what is fitted, then one for the intervals. */
function progressBars(flags: CompareFlags) {
  const fits = startProgress('compare', flags);
  let intervals: Progress | undefined;
  return {
    update({ step, done, finished, cells, secondsLeft }: StudyProgress) {
      if (step === 'cross-validation') fits.update(done, step);
      else if (step === 'fits') fits.update(done, `${finished} of ${cells} fits`, secondsLeft);
      else {
        // Not before the first: what was prepared for it says nothing of how long the others take.
        if (!intervals) fits.stop();
        intervals ??= startProgress('intervals', flags);
        intervals.update(done);
      }
    },
    stop: () => (intervals ?? fits).stop(),
  };
}

const ADVICE =
  'Try --method auto, which chooses a method by cross-validation, before the test rows are seen.';

function presentationOf(
  input: CompareInput,
  comparison: Comparison,
  remarks: readonly string[] | undefined,
): Presentation {
  const { flags, others = [] } = input;
  const { headline } = comparison;
  const leaks = warnings(input.between);
  return {
    title: input.title,
    ...input.names,
    command: input.command ?? commandLine(process.argv.slice(2)),
    version: VERSION,
    chosenHow: chosenHow(input),
    // Only `compare` itself has the option.
    ...(input.command === undefined && headline.method !== 'auto' && { advice: ADVICE }),
    facts: [
      ...trainingFacts(comparison),
      ...addedMethod(headline.method, flags).map((value) => ({
        name: `Added: ${headline.method}`,
        value,
      })),
      ...metricFacts(comparison),
    ],
    warnings: [
      ...warnings(input.fit.issues),
      ...warnings(input.test.issues),
      ...leaks,
      ...(input.notes ?? []),
    ],
    leaks,
    ...(remarks && { remarks }),
    expertReports: Object.fromEntries(
      others.map(({ comparison: other, report }) => [other.expert.name, report]),
    ),
  };
}

function chosenHow({ ask, command }: CompareInput): string {
  if (ask.method === 'auto') return 'by cross-validation on the fitting rows';
  if (ask.method !== undefined) return 'by --method';
  return `as the default method${command === undefined ? ' (--method names another)' : ''}`;
}

/** The headline needs a method: the default one takes part even where others were listed. */
function addedMethod(chosen: string, { method, methods }: CompareFlags): string[] {
  return method !== undefined || !methods || methods.includes(chosen)
    ? []
    : [
        `${chosen} was not asked for: it is the default method, which the finding is about. Choose another with --method.`,
      ];
}

const terminal = () => ({
  width: widthOf(process.stdout),
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
});
