import { InputError, outcomesOf, standingWeights, type Table, takeRows } from '@cede/core';

/**
 * Rows whose expert was asked: the only ones a curve can be drawn on. Each stands for 1/p rows
 * like it, so that the curve is one of all cases and not of those that happened to be asked. The
 * model alone is then what `evaluate` and `fit` say of it, who see all rows.
 */
export function answeredRows(table: Table, expert: number): Table {
  const { model, expert: values } = outcomesOf(table, expert);
  const rows = Uint32Array.from(values.keys()).filter((i) => !Number.isNaN(values[i]));
  if (rows.length === table.rows) return table;
  if (rows.length === 0)
    throw new InputError(
      `expert ${table.experts[expert].name}: has no answer in any row of the test table.`,
      'no-rows',
      { expert: table.experts[expert].name },
    );
  const observed = standingWeights(table, expert, model, values)!;
  const answered = takeRows(table, rows);
  const weight = Float32Array.from(
    rows,
    (row) => observed[row] * (table.weight ? table.weight[row] : 1),
  );
  return { ...answered, weight };
}
