import { InputError, REJECT } from '@cede/core';
import { chooseMethod } from '../auto/choose.js';
import type { FoldRun } from '../auto/fold-pool.js';
import type { CheckedTable } from '../tables.js';
import { giveVerdict, noVerdict, type TableVerdict } from '../verdict/verdict.js';
import { findingRate } from './finding-rate.js';
import { type AskedPlan, type ComparePlan, withChoice } from './plan.js';

/** What is settled on the fitting table alone, before the test table may have a say. */
export interface BeforeTest {
  readonly plan: ComparePlan;
  /** null where the table allows none. */
  readonly verdict: TableVerdict | null;
}

export async function beforeTest(
  { table, hash }: CheckedTable,
  asked: AskedPlan,
  run: FoldRun,
): Promise<BeforeTest> {
  const options = { ...asked.options, seed: asked.seeds[0], expert: asked.expert };
  const ask = { method: asked.chosen, options };
  // Without an expert there is nobody to hand over to, and nothing to judge.
  const rejecting = table.experts[asked.expert].name === REJECT;
  const verdict =
    !rejecting && noVerdict(table, ask) === null
      ? await giveVerdict(table, hash, ask, run).catch((error) => {
          // A fold that can't be fitted is no reason to draw no curves.
          if (error instanceof InputError) return null;
          throw error;
        })
      : null;
  const plan: ComparePlan = { ...asked, ...findingRate(asked.rate, verdict) };
  if (!plan.methods.some(({ name }) => name === 'auto')) return { plan, verdict };
  return { plan: withChoice(plan, await chooseMethod(table, hash, options, run)), verdict };
}
