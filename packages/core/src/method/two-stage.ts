import type { InputError } from '../error.js';
import { exp } from '../math/exp.js';
import { exponential } from '../ratio/exponential.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedWeights } from '../table/observed.js';
import { expertAt, outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { refusing, unusable, withoutExpert, withoutProbabilities } from './refuse.js';

/**
 * The two-stage surrogate: [model right]·e^(s − m) + [expert right]·e^(m − s), m the model's
 * confidence; the score is m − s. The factors e^∓m move into the row's weights. Its cost c only
 * shifts the score by a constant (docs/departures.md), so there is none here.
 */
export const twoStage: Method = refusing({
  name: 'two-stage',
  family: 'two-stage',
  seeded: true,
  deployable: true,
  networkOnly: true, // an exponential loss
  whyUnusable,
  fit(table, options = {}) {
    const outcomes = outcomesOf(table, options.expert ?? 0);
    const observed = observedWeights(table, options.expert ?? 0, outcomes.expert);
    const { model } = table;
    const classes = table.classes.length;
    const plus = new Float32Array(table.rows);
    const minus = new Float32Array(table.rows);
    for (let i = 0; i < table.rows; i++) {
      let confidence = 0;
      for (let c = 0; c < classes; c++) confidence = Math.max(confidence, model![i * classes + c]);
      const weight = table.weight ? table.weight[i] : 1;
      const asked = observed ? observed[i] : 1;
      plus[i] = weight * outcomes.model[i] * exp(-confidence);
      minus[i] = asked === 0 ? 0 : weight * asked * outcomes.expert[i] * exp(confidence);
    }
    return fitNetwork(
      table,
      { partial: exponential, plus, minus },
      options,
      'confidence-minus-network',
    );
  },
});

function whyUnusable(table: Table, expert: number): InputError | null {
  const blind =
    withoutExpert('two-stage', table, expert) ?? withoutProbabilities('two-stage', table);
  if (blind) return blind;
  if (expertKind(expertAt(table, expert)).target(table) === 'loss')
    return unusable(
      'two-stage',
      'needs answers that are right or wrong, the table has only losses. Use drcpe-given or diff01.',
    );
  return null;
}
