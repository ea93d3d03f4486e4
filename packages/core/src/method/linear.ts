import { fitFeatureSpec } from '../features/fit-spec.js';
import { rowFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { inputOf } from '../table/input.js';
import { comparison } from './diff01.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { ridge } from './ridge.js';

/** The penalty on the sum of squared coefficients; the constant goes free. */
const PENALTY = 1;

/**
 * The simple baseline that everything else must beat: ridge regression of [model right] −
 * [expert right] on a handful of features, in closed form. As a network it has no hidden layer.
 */
export const linear: Method = {
  name: 'linear',
  family: 'comparison',
  seeded: false,
  deployable: true,
  whyUnusable: () => null,
  fit(table, options = {}) {
    const { target, weight } = comparison(table, options.expert ?? 0);
    const features = fitFeatureSpec(table, table.model ? 'linear' : 'columns');
    const input = inputOf(table, features);
    const dense = denseCount(features);
    const row = new Float32Array(dense);
    const coefficients = ridge({
      rows: table.rows,
      dense,
      classes: features.classes,
      target,
      weight,
      penalty: PENALTY,
      read: (i) => {
        const classIndex = rowFeatures(
          features,
          input.model ?? [],
          i * features.classes,
          (j) => input.columns[j].values[i],
          row,
          0,
        );
        return { dense: row, classIndex };
      },
    });
    const network = {
      dense,
      classes: features.classes,
      hidden: [],
      outputs: 1,
      layers: [
        {
          inputs: dense + features.classes,
          outputs: 1,
          weights: Float32Array.from(coefficients.weights),
          biases: Float32Array.of(coefficients.constant),
        },
      ],
    };
    return fittedScorer({ features, networks: [network], head: 'identity', combine: 'network' });
  },
};
