import { fitFeatures } from '../features/fit-spec.js';
import type { Network } from '../network/network.js';
import { logistic as logisticLoss } from '../ratio/logistic.js';
import { observedWeights } from '../table/observed.js';
import { outcomesOf } from '../table/outcomes.js';
import { fitLinearScorer } from '../train/linear-scorer.js';
import { headWeights, whyNoChances } from './chances.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { refusing } from './refuse.js';

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
  whyUnusable: (table, expert) => whyNoChances('logistic', table, expert),
  fit(table, options = {}) {
    const expert = options.expert ?? 0;
    const outcomes = outcomesOf(table, expert);
    const kind = options.features ?? (table.model ? 'linear' : 'columns');
    const { features, input } = fitFeatures(table, kind);
    const asked = observedWeights(table, expert, outcomes.expert);
    const clusters = table.cluster?.index;
    const head = (right: Float32Array, observed?: Float64Array) => {
      const objective = { partial: logisticLoss, ...headWeights(table, right, observed) };
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
