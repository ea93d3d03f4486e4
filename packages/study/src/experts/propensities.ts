import { fittedPropensity, outcomesOf, type Table } from '@cede/core';

/** Propensities that nobody gave, estimated from the features. */
export interface EstimatedPropensity {
  readonly expert: string;
  /** Rows with an answer, and rows in all. */
  readonly answered: number;
  readonly rows: number;
  /** The range of the estimates. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Experts who answered only some rows, where no column says how likely each was to be asked: the
 * probability is estimated from the features. What was estimated is for the caller to tell.
 */
export function withPropensities(table: Table): {
  readonly table: Table;
  readonly estimated: readonly EstimatedPropensity[];
} {
  const estimated: EstimatedPropensity[] = [];
  const experts = table.experts.map((expert, index) => {
    if (expert.propensity) return expert;
    const known = Array.from(outcomesOf(table, index).expert, (value) => !Number.isNaN(value));
    const answered = known.filter(Boolean).length;
    if (answered === table.rows || answered === 0) return expert;
    const propensity = fittedPropensity(table, known);
    const [lowest, highest] = range(propensity);
    estimated.push({ expert: expert.name, answered, rows: table.rows, lowest, highest });
    return { ...expert, propensity };
  });
  return { table: estimated.length > 0 ? { ...table, experts } : table, estimated };
}

function range(values: Float32Array): [number, number] {
  let [low, high] = [1, 0];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
