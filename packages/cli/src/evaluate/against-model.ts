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
