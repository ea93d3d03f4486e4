import { InputError, REJECT } from '@cede/core';
import type { NamedTable } from '@cede/study';
import { chooseMethod } from '../auto/choose.js';
import type { FoldRun } from '../auto/fold-pool.js';
import { choiceWork, fitWork, within } from '../auto/work.js';
import { FOLDS, giveVerdict, noVerdict, type TableVerdict } from '../verdict/verdict.js';
import { findingRate } from './finding-rate.js';
import { type AskedPlan, type ComparePlan, withChoice } from './plan.js';

/** What is settled on the fitting table alone, before the test table may have a say. */
export interface BeforeTest {
  readonly plan: ComparePlan;
  /** null where the table allows none. */
  readonly verdict: TableVerdict | null;
}

/** What cross-validation the plan asks for, in fits of one network. */
export function workBeforeTest(asked: AskedPlan, rows: number) {
  const verdict = FOLDS * fitWork(asked.chosen.name, rows, asked.options.members);
  return { verdict, choice: hasAuto(asked) ? choiceWork(rows) : 0 };
}

const hasAuto = ({ methods }: Pick<AskedPlan, 'methods'>) =>
  methods.some(({ name }) => name === 'auto');

export async function beforeTest(
  { table, hash }: NamedTable,
  asked: AskedPlan,
  run: FoldRun,
): Promise<BeforeTest> {
  const options = { ...asked.options, seed: asked.seeds[0], expert: asked.expert };
  const ask = { method: asked.chosen, options };
  const work = workBeforeTest(asked, table.rows);
  const judged = work.verdict / (work.verdict + work.choice);
  // Without an expert there is nobody to hand over to, and nothing to judge.
  const rejecting = table.experts[asked.expert].name === REJECT;
  const verdict =
    !rejecting && noVerdict(table, ask) === null
      ? await giveVerdict(table, hash, ask, {
          ...run,
          onProgress: within(run.onProgress, 0, judged),
        }).catch((error) => {
          // A fold that can't be fitted is no reason to draw no curves.
          if (error instanceof InputError) return null;
          throw error;
        })
      : null;
  const plan: ComparePlan = { ...asked, ...findingRate(asked.rate, verdict) };
  if (!hasAuto(plan)) return { plan, verdict };
  const choice = await chooseMethod(table, hash, options, {
    ...run,
    onProgress: within(run.onProgress, judged, 1),
  });
  return { plan: withChoice(plan, choice), verdict };
}
