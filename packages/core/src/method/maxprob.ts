import { squared } from '../ratio/squared.js';
import { observedWeights } from '../table/observed.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { regressionWeights } from '../train/objective.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { refusing, withoutProbabilities } from './refuse.js';

/** Regress the expert's confidence; the score is the model's own minus that. */
export const maxprob: Method = refusing({
  name: 'maxprob',
  family: 'comparison',
  seeded: true,
  deployable: true,
  whyUnusable,
  fit(table, options = {}) {
    const expert = expertAt(table, options.expert ?? 0);
    const probabilities =
      expert.kind === 'probabilities' ? expert.probabilities : new Float32Array();
    const classes = table.classes.length;
    const target = Float64Array.from({ length: table.rows }, (_, i) => {
      let largest = 0;
      for (let c = 0; c < classes; c++) largest = Math.max(largest, probabilities[i * classes + c]);
      return largest;
    });
    const observed = observedWeights(table, options.expert ?? 0, target);
    const weight = observed
      ? observed.map((share, i) => share * (table.weight ? table.weight[i] : 1))
      : table.weight;
    const known = target.map((value) => (Number.isNaN(value) ? 0 : value));
    return fitNetwork(
      table,
      { partial: squared, ...regressionWeights(known, weight) },
      options,
      'confidence-minus-network',
    );
  },
});

function whyUnusable(table: Table, expert: number): string | null {
  const blind = withoutProbabilities('maxprob', table);
  if (blind) return blind;
  if (expertAt(table, expert).kind !== 'probabilities')
    return "maxprob needs the expert's probabilities: an expert who only gives labels is always fully confident, so there is nothing to learn.";
  return null;
}
