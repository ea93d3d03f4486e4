import { caseCosts, errorCosts } from '../../costs/case-costs.js';
import { costVerdictSentence } from '../../statistics/cost-verdict-sentence.js';
import { SHOWN_GAIN, type VerdictAsk, type VerdictRows } from '../../statistics/verdict.js';
import type { CostVerdict, Verdict } from '../../statistics/verdict-result.js';
import { modelRight } from '../../table/outcomes.js';
import type { Table } from '../../table/table.js';

/** The smallest gain that matters where nothing is said, in right answers. */
const WORTH = 0.005;

/**
 * The verdict where errors have a price: the same test on what cases cost, scaled to [0, 1]. The
 * smallest saving that matters is what that many of the model's errors cost.
 */
export function costVerdict(
  table: Table,
  /** Those that are judged; `input` is of them. */
  rows: Uint32Array,
  {
    expert,
    errorCost,
    ask,
  }: { readonly expert: number; readonly errorCost?: number; readonly ask: VerdictAsk },
  input: VerdictRows,
  judge: (rows: VerdictRows, ask: VerdictAsk) => Verdict,
): CostVerdict {
  const { kept, handed, largest, pricedBy } = caseCosts(table, expert, errorCost);
  const unit = largest || 1;
  const good = (costs: Float64Array) => Float64Array.from(rows, (i) => 1 - costs[i] / unit);
  const price = meanPrice(table, rows, expert, errorCost) || unit;
  const worth = ((ask.worth ?? WORTH) * price) / unit;
  const { confidenceScores: _none, predicted: _nor, ...shared } = input;
  const found = judge(
    { ...shared, modelValue: good(kept), expertValue: good(handed) },
    { ...ask, worth },
  );
  const money = (share: number) => unit * share;
  const { estimate, standardError, lower, upper } = found.expertOverModel;
  const result: Omit<CostVerdict, 'sentence'> = {
    kind: found.kind,
    pricedBy,
    ...(found.expert !== undefined && { expert: found.expert }),
    rows: found.rows,
    worth: money(worth),
    shown: money(SHOWN_GAIN * worth),
    confidence: found.confidence,
    gains: found.gains.map((gain) => ({
      ...gain,
      estimate: money(gain.estimate),
      lower: money(gain.lower),
      upper: money(gain.upper),
    })),
    deferRates: found.deferRates,
    bestRate: found.bestRate,
    modelAlone: money(1 - found.modelAccuracy),
    expertAlways: money(1 - found.expertAccuracy),
    alwaysAsking: {
      estimate: money(estimate),
      standardError: money(standardError),
      lower: money(lower),
      upper: money(upper),
    },
    rowsNeeded: found.rowsNeeded,
  };
  return { ...result, sentence: costVerdictSentence(result) };
}

/** What one of the model's wrong answers costs on average; 0 where it has none. */
function meanPrice(table: Table, rows: Uint32Array, expert: number, errorCost?: number): number {
  const { model } = errorCosts(table, expert, errorCost)!;
  const right = table.modelLoss ? undefined : modelRight(table);
  let [cost, wrong] = [0, 0];
  for (const i of rows) {
    const weight = table.weight ? table.weight[i] : 1;
    cost += weight * model[i];
    wrong += weight * (right ? 1 - right[i] : +(model[i] > 0));
  }
  return wrong > 0 ? cost / wrong : 0;
}
