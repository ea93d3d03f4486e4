import type { InputError } from '../error.js';
import { squared } from '../ratio/squared.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedWeights } from '../table/observed.js';
import { expertAt } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { regressionWeights } from '../train/objective.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { refusing, unusable, withoutExpert, withoutProbabilities } from './refuse.js';

/** Regress the expert's confidence; the score is the model's own minus that. */
export const maxprob: Method = refusing({
  name: 'maxprob',
  family: 'comparison',
  seeded: true,
  deployable: true,
  whyUnusable,
  fit(table, options = {}) {
    const expert = expertAt(table, options.expert ?? 0);
    const probabilities = expertKind(expert).probabilities(expert)!; // or it is refused below
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

function whyUnusable(table: Table, expert: number): InputError | null {
  const blind = withoutExpert('maxprob', table, expert) ?? withoutProbabilities('maxprob', table);
  if (blind) return blind;
  const answers = expertAt(table, expert);
  if (!expertKind(answers).probabilities(answers))
    return unusable(
      'maxprob',
      "needs the expert's probabilities: an expert who only gives labels is always fully confident, so there is nothing to learn.",
    );
  return null;
}
