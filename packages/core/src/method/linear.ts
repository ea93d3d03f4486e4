import { fitFeatures } from '../features/fit-spec.js';
import { inputFeatures } from '../features/row.js';
import { denseCount } from '../features/spec.js';
import { ridge } from '../train/ridge.js';
import { comparison } from './diff01.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { withoutExpert } from './refuse.js';

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
  whyUnusable: (table, expert) => withoutExpert('linear', table, expert),
  fit(table, options = {}) {
    const { target, weight } = comparison(table, options.expert ?? 0);
    const { features, input } = fitFeatures(table, table.model ? 'linear' : 'columns');
    const dense = denseCount(features);
    const row = new Float32Array(dense);
    const coefficients = ridge({
      rows: table.rows,
      dense,
      classes: features.classes,
      target,
      weight,
      penalty: PENALTY,
      read: (i) => ({ dense: row, classIndex: inputFeatures(features, input, i, row, 0) }),
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
