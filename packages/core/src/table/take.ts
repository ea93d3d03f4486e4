import type { RowTaker } from './expert-kinds/contract.js';
import { expertKind } from './expert-kinds/registry.js';
import type { Categories, Column, Table } from './table.js';

/** The table of the given rows, in the given order; a row may come more than once. */
export function takeRows<T extends Table>(table: T, rows: ArrayLike<number>): Table {
  const width = table.classes.length;
  const floats = (values: Float32Array | undefined, each = 1) =>
    values && take(values, rows, each, new Float32Array(rows.length * each));
  const integers = (values: Int32Array | undefined) =>
    values && take(values, rows, 1, new Int32Array(rows.length));
  const taker: RowTaker = {
    ...{ rows: rows.length, classes: width },
    floats: (values, each) => floats(values, each)!,
    integers: (values) => integers(values)!,
  };
  const categories = (values: Categories | undefined) =>
    values && { names: values.names, index: integers(values.index)! };
  const taken: Table = {
    rows: rows.length,
    classes: table.classes,
    label: integers(table.label),
    model: floats(table.model, width),
    modelAnswers: integers(table.modelAnswers),
    modelLoss: floats(table.modelLoss),
    modelCorrect: floats(table.modelCorrect),
    experts: table.experts.map((expert) => ({
      name: expert.name,
      ...(expert.cost && { cost: floats(expert.cost) }),
      ...(expert.propensity && { propensity: floats(expert.propensity) }),
      ...(expert.answers && { answers: integers(expert.answers) }),
      ...expertKind(expert).take(expert, taker),
    })),
    columns: table.columns.map((column) => ({
      ...column,
      values: floats(column.values)!,
      // A part may by chance have no gap: who is fitted on it must know that there are some.
      ...(hasGaps(column) && { gaps: true as const }),
    })),
    blocks: table.blocks?.map((block) => ({
      ...block,
      rows: Uint32Array.from(rows, (row) => (block.rows ? block.rows[row] : row)),
    })),
    weight: floats(table.weight),
    modelCost: floats(table.modelCost),
    id: table.id && Array.from({ length: rows.length }, (_, row) => table.id![rows[row]]),
    group: categories(table.group),
    cluster: categories(table.cluster),
    time: table.time && take(table.time, rows, 1, new Float64Array(rows.length)),
    labelVotes: floats(table.labelVotes, width),
    costMatrix: table.costMatrix,
  };
  return Object.fromEntries(
    Object.entries(taken).filter(([, part]) => part !== undefined),
  ) as unknown as Table;
}

export const hasGaps = ({ gaps, values }: Column): boolean => gaps ?? values.some(Number.isNaN);

function take<T extends Float32Array | Float64Array | Int32Array>(
  values: T,
  rows: ArrayLike<number>,
  each: number,
  into: T,
): T {
  for (let row = 0; row < rows.length; row++) {
    const from = rows[row] * each;
    for (let k = 0; k < each; k++) into[row * each + k] = values[from + k];
  }
  return into;
}
