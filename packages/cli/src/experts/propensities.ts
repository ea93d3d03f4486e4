import { fittedPropensity, outcomesOf, type Table } from '@cede/core';
import { count, percent, plural } from '../terminal/numbers.js';

/**
 * Experts who answered only some rows, and nobody wrote down how likely each was to be asked: the
 * probability is estimated from the features, and the reader is told.
 */
export function withPropensities(table: Table, name: string): { table: Table; warnings: string[] } {
  const warnings: string[] = [];
  const experts = table.experts.map((expert, index) => {
    if (expert.propensity) return expert;
    const known = Array.from(outcomesOf(table, index).expert, (value) => !Number.isNaN(value));
    const answered = known.filter(Boolean).length;
    if (answered === table.rows || answered === 0) return expert;
    const propensity = fittedPropensity(table, known);
    const [low, high] = range(propensity);
    warnings.push(
      `table ${name}: expert ${expert.name} answered ${plural(answered, 'row')} of ${count(table.rows)}, and no column says how likely each was to be asked: estimated from the features (${percent(low)} … ${percent(high)}). A reason that the features don't know stays uncorrected; if the probabilities are known, name their column with --propensity.`,
    );
    return { ...expert, propensity };
  });
  return { table: warnings.length > 0 ? { ...table, experts } : table, warnings };
}

function range(values: Float32Array): [number, number] {
  let [low, high] = [1, 0];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
