import { expertKind, InputError } from '@cede/core';
import { choose } from '../choose/choose.js';
import { choiceWork, fitWork } from '../folds/work.js';
import { headlineRate } from '../plan/headline-rate.js';
import { type AskedPlan, type ComparisonPlan, withChoice } from '../plan/plan.js';
import { type Run, within } from '../run/run.js';
import type { HashedTable } from '../table/hashed-table.js';
import { FOLDS, judge, noVerdict, type Verdict } from '../verdict/judge.js';

/** What is settled on the fitting table alone, before the test table may have a say. */
export interface PlannedComparison {
  readonly plan: ComparisonPlan;
  /** null where the table allows none. */
  readonly verdict: Verdict | null;
}

/** What cross-validation the plan asks for, in fits of one network. */
export function workBeforeTest(asked: AskedPlan, rows: number) {
  const verdict = FOLDS * fitWork(asked.chosen.name, rows, asked.options.members);
  return { verdict, choice: hasAuto(asked) ? choiceWork(rows) : 0 };
}

const hasAuto = ({ methods }: Pick<AskedPlan, 'methods'>) =>
  methods.some(({ name }) => name === 'auto');

export async function beforeTest(
  { table, hash }: HashedTable,
  asked: AskedPlan,
  run: Run,
): Promise<PlannedComparison> {
  const training = { ...asked.options, seed: asked.seeds[0], expert: asked.expert };
  const ask = { method: asked.chosen.name, training };
  const work = workBeforeTest(asked, table.rows);
  const judged = work.verdict / (work.verdict + work.choice);
  // Without an expert there is nobody to hand over to, and nothing to judge.
  const { answers } = expertKind(table.experts[asked.expert]);
  const verdict =
    answers && noVerdict(table, ask) === null
      ? await judge({ table, hash }, ask, within(run, 0, judged)).catch((error) => {
          // A fold that can't be fitted is no reason to draw no curves.
          if (error instanceof InputError) return null;
          throw error;
        })
      : null;
  const plan: ComparisonPlan = {
    ...asked,
    ...headlineRate(asked.rate, verdict, asked.answersPriced),
  };
  if (!hasAuto(plan)) return { plan, verdict };
  const choice = await choose({ table, hash }, { training }, within(run, judged, 1));
  return { plan: withChoice(plan, choice), verdict };
}
