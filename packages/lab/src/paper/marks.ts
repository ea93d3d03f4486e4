import { type Mark, marks, methodNamed } from '@cede/core';

export interface MarkedRow {
  readonly method: string;
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/** Core's marks, rate by rate: for each method one mark a rate. */
export function markRows(
  rows: readonly MarkedRow[],
  random: readonly number[],
): Map<string, Mark[]> {
  const columns = random.map((atRandom, rate) =>
    marks(
      rows.map(({ method, mean, std }) => ({
        name: method,
        family: methodNamed(method).family,
        mean: mean[rate],
        std: std[rate],
      })),
      atRandom,
    ),
  );
  return new Map(rows.map(({ method }) => [method, columns.map((column) => column[method])]));
}
