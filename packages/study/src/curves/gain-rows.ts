import { type GainRows, heaviestAnswer, outcomesOf, type Table } from '@cede/core';

/** What every row is worth under the model and under the expert: what paired differences start from. */
export function gainRowsOf(table: Table, expert: number): GainRows {
  const { target, model, expert: other } = outcomesOf(table, expert);
  return {
    modelValue: model,
    expertValue: other,
    weight: table.weight,
    clusters: table.cluster?.index,
    pretended: heaviestAnswer(table.weight, table.experts[expert]?.propensity),
    // Right and wrong answers differ by 1 at most. Losses know no bound but what the rows show.
    range: target === 'accuracy' ? 1 : largestDifference(model, other),
  };
}

/** Of all rows; 1 where none differ, so that it can scale. */
export function largestDifference(model: ArrayLike<number>, expert: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < model.length; i++)
    largest = Math.max(largest, Math.abs(expert[i] - model[i]));
  return largest || 1;
}
