import { bootstrapCurves, type Replicates, type Table } from '@cede/core';

/** What a policy brought row by row ('expert'), drawn again beside the model alone ('model'). */
export const againstModel = (
  model: ArrayLike<number>,
  system: ArrayLike<number>,
  table: Table,
  seed: number,
): Replicates =>
  bootstrapCurves({
    modelValue: model,
    expertValue: system,
    methods: [],
    rates: [0, 1],
    weight: table.weight,
    clusters: table.cluster?.index,
    seed,
    resamples: 1000,
  });

export function weightedMean(
  values: ArrayLike<number>,
  weight: ArrayLike<number> | undefined,
): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * values[i];
    total += w;
  }
  return sum / total;
}
