import type { InputError } from '../error.js';
import { fitFeatures } from '../features/fit-spec.js';
import type { Network } from '../network/network.js';
import { logistic as logisticLoss } from '../ratio/logistic.js';
import { expertKind } from '../table/expert-kinds/registry.js';
import { observedWeights } from '../table/observed.js';
import { expertAt, outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { fitLinearScorer } from '../train/linear-scorer.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { refusing, unusable, withoutExpert } from './refuse.js';

/**
 * What many would write themselves: two logistic regressions, how likely the model is right and how
 * likely the expert is; the score is their difference. Newton's method, the penalties by
 * cross-validation, no seed.
 */
export const logistic: Method = refusing({
  name: 'logistic',
  family: 'comparison',
  seeded: false,
  deployable: true,
  whyUnusable,
  fit(table, options = {}) {
    const expert = options.expert ?? 0;
    const outcomes = outcomesOf(table, expert);
    const kind = options.features ?? (table.model ? 'linear' : 'columns');
    const { features, input } = fitFeatures(table, kind);
    const asked = observedWeights(table, expert, outcomes.expert);
    const head = (right: Float32Array, observed?: Float64Array) => {
      const plus = new Float32Array(table.rows);
      const minus = new Float32Array(table.rows);
      for (let i = 0; i < table.rows; i++) {
        const weight = (table.weight ? table.weight[i] : 1) * (observed ? observed[i] : 1);
        if (weight === 0) continue;
        plus[i] = weight * right[i];
        minus[i] = weight * (1 - right[i]);
      }
      const clusters = table.cluster?.index;
      const objective = { partial: logisticLoss, plus, minus };
      return fitLinearScorer({ input, features, objective, clusters });
    };
    return fittedScorer({
      features,
      networks: [beside(head(outcomes.model), head(outcomes.expert, asked))],
      head: 'identity',
      combine: 'share-difference',
    });
  },
});

/** Two straight rules on the same inputs as one with two outputs. */
function beside(first: Network, second: Network): Network {
  const [a] = first.layers;
  const [b] = second.layers;
  const weights = new Float32Array(2 * a.weights.length);
  a.weights.forEach((value, k) => {
    weights[2 * k] = value;
    weights[2 * k + 1] = b.weights[k];
  });
  const biases = Float32Array.of(a.biases[0], b.biases[0]);
  return { ...first, outputs: 2, layers: [{ inputs: a.inputs, outputs: 2, weights, biases }] };
}

function whyUnusable(table: Table, expert: number): InputError | null {
  const nobody = withoutExpert('logistic', table, expert);
  if (nobody) return nobody;
  if (expertKind(expertAt(table, expert)).target(table) === 'loss')
    return unusable(
      'logistic',
      'needs answers that are right or wrong, the table has only losses. Use ridge or drcpe-given.',
    );
  return null;
}
