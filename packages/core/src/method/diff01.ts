import { squared } from '../ratio/squared.js';
import { observedWeights } from '../table/observed.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { regressionWeights } from '../train/objective.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { withoutExpert } from './refuse.js';

/** Regress [model right] − [expert right] (or the difference of losses) on the features. */
export const diff01: Method = {
  name: 'diff01',
  family: 'comparison',
  seeded: true,
  deployable: true,
  whyUnusable: (table, expert) => withoutExpert('diff01', table, expert),
  fit(table, options = {}) {
    const { target, weight } = comparison(table, options.expert ?? 0);
    return fitNetwork(
      table,
      { partial: squared, ...regressionWeights(target, weight) },
      options,
      'network',
    );
  },
};

/** The target of every expert comparison, and the row weights; rows without an expert's answer weigh 0. */
export function comparison(
  table: Table,
  expert: number,
): { target: Float64Array; weight?: Float64Array } {
  const outcomes = outcomesOf(table, expert);
  const target = Float64Array.from(outcomes.model, (right, i) =>
    Number.isNaN(outcomes.expert[i]) ? 0 : right - outcomes.expert[i],
  );
  const observed = observedWeights(table, expert, outcomes.expert);
  if (!observed)
    return { target, ...(table.weight && { weight: Float64Array.from(table.weight) }) };
  return {
    target,
    weight: observed.map((share, i) => share * (table.weight ? table.weight[i] : 1)),
  };
}
