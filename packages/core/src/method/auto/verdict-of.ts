import { errorsPriced } from '../../costs/case-costs.js';
import { insist } from '../../error.js';
import { count } from '../../number.js';
import {
  VERDICT_RATES,
  type VerdictAsk,
  type VerdictRows,
  verdict,
} from '../../statistics/verdict.js';
import type { Verdict } from '../../statistics/verdict-result.js';
import { heaviestObserved, observedWeights } from '../../table/observed.js';
import { modelAnswers, outcomesOf } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';
import { conf } from '../conf.js';
import { costVerdict } from './cost-verdict.js';
import type { Fold } from './fold-rows.js';
import { permutedFits } from './permuted-fits.js';

/** How a verdict of a choice is reached. */
export type VerdictOptions = Omit<VerdictAsk, 'expert' | 'permuted'> & {
  readonly expert?: number;
  /** What each wrong answer costs, where no matrix says: the verdict is then about costs, too. */
  readonly errorCost?: number;
  /** How the rows were scored: a "defer" is then held against fits to answers dealt out again. */
  readonly folds?: readonly Fold[];
};

/**
 * The verdict on a table whose rows have been scored out of fold (`places`, NaN = not scored). Only
 * rows that the expert answered can speak; where some are missing they speak for the others too.
 */
export function verdictOf(
  table: Table,
  places: Float64Array,
  { expert = 0, folds, errorCost, ...options }: VerdictOptions = {},
): Verdict {
  const { target, model, expert: other } = outcomesOf(table, expert);
  insist(
    target === 'accuracy',
    () => 'verdict: the table has losses, and a verdict is about right and wrong answers.',
    'verdict-unsuited',
  );
  const observed = observedWeights(table, expert, other);
  const rows = Uint32Array.from(places.keys()).filter(
    (i) => !Number.isNaN(places[i]) && !Number.isNaN(other[i]),
  );
  insist(
    rows.length > 0,
    () =>
      `verdict: none of the ${count(table.rows)} rows has both an out-of-fold score and an answer of the expert.`,
  );
  const pick = (value: (i: number) => number) => Float64Array.from(rows, value);
  const weighted = observed || table.weight;
  const confidence = table.model && conf.fit(table).score(table);
  const answers = table.model ? modelAnswers(table) : [];
  const input: VerdictRows = {
    scores: pick((i) => places[i]),
    modelValue: pick((i) => model[i]),
    expertValue: pick((i) => other[i]),
    ...(weighted && {
      weight: pick((i) => (observed ? observed[i] : 1) * (table.weight ? table.weight[i] : 1)),
    }),
    ...(observed && {
      pretended: heaviestObserved(table, table.experts[expert].propensity, observed),
    }),
    ...(table.cluster && { clusters: pick((i) => table.cluster!.index[i]) }),
    ...(confidence && {
      confidenceScores: pick((i) => confidence[i]),
      predicted: pick((i) => answers[i]),
    }),
  };
  // With many rows the luck of the fits is too small to count.
  const refits = folds && rows.length <= MOST_PERMUTED ? folds : undefined;
  const { rates = VERDICT_RATES, seed = 0 } = options;
  const ask: VerdictAsk = {
    ...options,
    ...(table.experts.length > 1 && { expert: table.experts[expert].name }),
  };
  const judged = (given: VerdictRows, asked: VerdictAsk): Verdict =>
    verdict(given, {
      ...asked,
      ...(refits && {
        permuted: () =>
          permutedFits({ table, folds: refits, judged: rows, rows: given, rates, seed }),
      }),
    });
  const priced = errorsPriced(table, expert, errorCost);
  const costs = priced
    ? costVerdict(table, rows, { expert, errorCost, ask }, input, judged)
    : undefined;
  return { ...judged(input, ask), ...(costs && { costs }) };
}

const MOST_PERMUTED = 20_000;
