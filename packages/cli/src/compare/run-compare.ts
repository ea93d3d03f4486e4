import { join } from 'node:path';
import { expertIndex } from '@cede/core';
import { withRoles } from '@cede/data';
import { addedMethod, comparisonPresentation, toReport, toResults } from '@cede/report';
import { comparisonText } from '@cede/report/node';
import { idleTrainingTexts } from '@cede/report/words';
import { lockFolder, openLedger, removeAbandoned } from '@cede/run/node';
import {
  askedOptions,
  type Comparison,
  compare,
  type StudyProgress,
  stepClock,
  warnings,
} from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import { printResult } from '../options/output.js';
import { keptBy, sayTo, withQueue } from '../options/queue.js';
import { terminal } from '../terminal/print.js';
import { watched } from '../terminal/watched.js';
import { VERSION } from '../version.js';
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
  const { flags, others = [], fit, ask } = input;
  const clock = stepClock(began);
  const found = input.found ?? (await compareIn(flags.out, input, clock.follow));
  const steps = clock.times();
  const comparison = {
    ...found,
    ...(others.length > 0 && { experts: others.map((o) => o.comparison) }),
  };
  const remarks = await input.told.remarks?.(comparison);
  const report = toReport(comparison, presentationOf(input, comparison, remarks));
  const results = { ...toResults(comparison), asked: askedOptions(ask) };
  const policy =
    comparison.policy &&
    withRoles(comparison.policy, flags, expertIndex(fit.table, ask.expert), fit.columns);
  const timings = { seconds: (performance.now() - began) / 1000, steps };
  await writeOutputs(flags.out, results, report, policy, { timings, width: flags.figureWidth });
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
      ...(policy ? [`A policy to deploy: ${join(flags.out, 'policy.json')}`] : []),
    ].join('\n'),
  );
  return comparison;
}

/** The study itself, kept in the folder: a run that was stopped resumes there. */
const compareIn = (
  folder: string,
  { fit, test, ask, flags }: CompareInput,
  follow: (progress: StudyProgress) => void,
) =>
  watched('compare', flags, keptBy(flags), ({ signal, show }) =>
    withQueue(flags, sayTo(flags), async (queue) =>
      compare({ fit, test }, ask, {
        runner: queue?.study ?? poolStudyRunner({ jobs: flags.jobs }),
        ledger: await openLedger(folder),
        signal,
        onProgress: (progress) => {
          follow(progress);
          const { step, done, finished, cells, secondsLeft } = progress;
          if (step === 'cross-validation') show('compare', done, step);
          // Nothing to fit is nothing to tell: everything was kept.
          else if (step === 'fits')
            cells !== 0 &&
              show('compare', done, `${finished} of ${cells} fits`, secondsLeft ?? null);
          else show('intervals', done);
        },
      }),
    ),
  );

function presentationOf(
  { flags, told, ask, fit, test, between, others = [] }: CompareInput,
  comparison: Comparison,
  remarks: readonly string[] | undefined,
) {
  const { notes = [], remarks: _of, ...words } = told;
  const asked = { method: ask.method, methods: flags.methods };
  const methods = comparison.methods.map(({ name }) => name);
  const found = warnings([...fit.issues, ...test.issues, ...between]);
  const warned = [...found, ...notes, ...idleTrainingTexts(methods, ask.training)];
  return comparisonPresentation(
    comparison,
    { ...words, asked, others, typed: process.argv.slice(2), version: VERSION },
    { warned, leaks: warnings(between), remarks },
  );
}
