import type { Table } from '@cede/core';

/** How many cases of the table each row stands for: its weights, scaled to a mean of 1. */
export function caseWeights({
  weight,
  rows,
}: Pick<Table, 'weight' | 'rows'>): (i: number) => number {
  if (!weight) return () => 1;
  const total = weight.reduce((sum, each) => sum + each, 0);
  return (i) => (weight[i] * rows) / total;
}
