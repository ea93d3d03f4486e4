import { fitFeatures } from '../features/fit-spec.js';
import type { InputRows } from '../features/input-rows.js';
import { inputFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec } from '../features/spec.js';
import type { Network } from '../network/network.js';
import { observedWeights } from '../table/observed.js';
import { outcomesOf } from '../table/outcomes.js';
import { binsOfInputs, boost } from '../trees/boost.js';
import { headWeights, whyNoChances } from './chances.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { refusing } from './refuse.js';

/**
 * What straight rules can't say: two sums of small trees, how likely the model is right and how
 * likely the expert is. The score is the difference of the chances. No seed.
 */
export const boosting: Method = refusing({
  name: 'boosting',
  family: 'comparison',
  seeded: false,
  deployable: true,
  whyUnusable: (table, expert) => whyNoChances('boosting', table, expert),
  fit(table, options = {}) {
    const expert = options.expert ?? 0;
    const outcomes = outcomesOf(table, expert);
    const canCalibrate = table.label !== undefined || table.labelVotes !== undefined;
    const kind =
      options.features ?? (table.model ? (canCalibrate ? 'calibrated' : 'paper') : 'columns');
    const { features, input } = fitFeatures(table, kind);
    const asked = observedWeights(table, expert, outcomes.expert);
    const rows = treeRows(input, features);
    const bins = binsOfInputs(rows);
    const head = (right: Float32Array, observed?: Float64Array) =>
      boost({ ...rows, ...headWeights(table, right, observed) }, bins);
    return fittedScorer({
      features,
      networks: [silent(features)],
      head: 'identity',
      combine: 'share-difference',
      shares: [],
      trees: { share: 1, model: head(outcomes.model), expert: head(outcomes.expert, asked) },
    });
  },
});

/** The dense inputs of every row and, as the last, the number of the model's answer. */
function treeRows(input: InputRows, features: FeatureSpec) {
  const width = denseCount(features) + 1;
  const inputs = new Float32Array(input.rows * width);
  for (let i = 0; i < input.rows; i++) {
    const answer = inputFeatures(features, input, i, inputs, i * width);
    inputs[(i + 1) * width - 1] = Math.max(0, answer);
  }
  return { rows: input.rows, width, inputs };
}

/** A straight rule that adds nothing: scorers read their rows through a network. */
function silent(features: FeatureSpec): Network {
  const shape = { dense: denseCount(features), classes: features.classes, hidden: [], outputs: 1 };
  const inputs = shape.dense + shape.classes;
  const weights = new Float32Array(inputs);
  return { ...shape, layers: [{ inputs, outputs: 1, weights, biases: new Float32Array(1) }] };
}
