import { type AnswersAsk, answeredTable, fitAnswering } from '@cede/core';
import { answeredRows } from '../experts/answered.js';
import { type Run, within } from '../run/run.js';
import { gridWork, type Sides, scoreMethods } from '../scores/score-methods.js';
import { type AnyTable, hashedTable } from '../table/named-table.js';
import { askedPlan, type CompareAsk, type ComparedSide, refuseUnknownKeys } from './ask.js';
import type { Comparison } from './comparison.js';
import { measureWith } from './measure.js';
import { beforeTest, type PlannedComparison, workBeforeTest } from './plan-comparison.js';
import { prepareComparison } from './prepare.js';

/** Methods × seeds fitted on one table and measured on the other: one document with all of it. */
export async function compare(
  { fit, test }: { readonly fit: AnyTable; readonly test: AnyTable },
  wanted: CompareAsk,
  run: Run,
): Promise<Comparison> {
  refuseUnknownKeys(wanted);
  const given = { fit: hashedTable(fit), test: hashedTable(test) };
  const { sides, ask } = prepareComparison(given, wanted);
  const asked = askedPlan(sides, ask);
  const tested = learnedAnswers(answeredSides(sides, asked.expert), {
    ...asked.options,
    expert: asked.expert,
  });
  const { rows } = sides.fit.table;
  const work = workBeforeTest(asked, rows);
  // The part of the way that cross-validation on the fitting table takes.
  const before = 1 / (1 + gridWork(asked, rows) / (work.verdict + work.choice));
  const planned = await beforeTest(sides.fit, asked, within(run, 0, before));
  const methods = await scoreMethods(tested, planned.plan, within(run, before, 1));
  return measureWith(run, tested, planned, methods, ask.measures);
}

/** What is settled on the fitting table alone: methods, the verdict, the headline's method and rate. */
export const planComparison = (
  sides: Sides<ComparedSide>,
  ask: CompareAsk,
  run: Run,
): Promise<PlannedComparison> => beforeTest(sides.fit, askedPlan(sides, ask), run);

/** Rows of the test table that this expert answered: the only ones a curve can be drawn on. */
export function answeredSides<Side extends ComparedSide>(
  { fit, test }: Sides<Side>,
  expert: number,
): { fit: Side; test: Side & { readonly unanswered?: number } } {
  const table = answeredRows(test.table, expert);
  const unanswered = test.table.rows - table.rows;
  return { fit, test: { ...test, table, ...(unanswered > 0 && { unanswered }) } };
}

/**
 * Calibrated or joined answers were asked for, so all curves are about them; what is learned for that
 * comes from the fitting table. Answers of least cost are told beside the most probable class instead.
 */
export function learnedAnswers<Side extends ComparedSide>(
  { fit, test }: Sides<Side>,
  { answers, combine, expert }: AnswersAsk,
): Sides<Side> {
  if (answers !== 'calibrated' && !combine) return { fit, test };
  const table = answeredTable(test.table, fitAnswering(fit.table, { answers, combine, expert }));
  return { fit, test: { ...test, table } };
}
