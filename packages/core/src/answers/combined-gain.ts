import { gainInterval } from '../statistics/gain-interval.js';
import { observedWeights } from '../table/observed.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { answeredFit, plainAnswers } from './answered-table.js';
import type { AnswersAsk } from './answering.js';

/** What joined answers are worth more than the expert's own, out of fold and paired by row. */
export interface CombinedGain {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Rows that the expert answered. */
  readonly rows: number;
}

const CONFIDENCE = 0.95;

/** Over the rows that the expert answered, each by a combination that has not seen its label. */
export function combinedGain(table: Table, ask: AnswersAsk): CombinedGain {
  const { expert = 0 } = ask;
  const before = outcomesOf(plainAnswers(table), expert).expert;
  const joined = answeredFit(table, { ...ask, combine: true }).table;
  const after = outcomesOf(joined, expert).expert;
  const observed = observedWeights(table, expert, before);
  const rows = Uint32Array.from(before.keys()).filter((i) => !Number.isNaN(before[i]));
  const pick = (values: ArrayLike<number>) => Float64Array.from(rows, (row) => values[row]);
  const { estimate, lower, upper } = gainInterval(
    {
      modelValue: pick(before),
      expertValue: pick(after),
      weight: Float64Array.from(
        rows,
        (row) => (observed ? observed[row] : 1) * (table.weight ? table.weight[row] : 1),
      ),
      clusters: table.cluster && pick(table.cluster.index),
    },
    [new Float64Array(rows.length).fill(1)],
    'model',
    CONFIDENCE,
  );
  return { estimate, lower, upper, rows: rows.length };
}
