import { fitFeatures } from '../features/fit-spec.js';
import { calibratedAt, denseCount, type FeatureSpec } from '../features/spec.js';
import { CALIBRATED_FEATURES } from '../probabilities/calibration.js';
import type { Method } from './method.js';
import { fittedScorer } from './network-fit.js';
import { refusing, unusable, withoutExpert, withoutProbabilities } from './refuse.js';

const NAME = 'conf-calibrated';

/**
 * The model's confidence after calibration: how likely its own answer is right, as labels tell. It
 * learns nothing of the expert, so on a few hundred rows it is hard to beat.
 */
export const confCalibrated: Method = refusing({
  name: NAME,
  family: 'confidence',
  seeded: false,
  deployable: true,
  whyUnusable: (table, expert) =>
    withoutExpert(NAME, table, expert) ??
    withoutProbabilities(NAME, table) ??
    (table.label || table.labelVotes
      ? null
      : unusable(
          NAME,
          "needs labels to calibrate the probabilities on, which this table doesn't have.",
        )),
  fit(table) {
    const { classes, calibrated } = fitFeatures(table, 'calibrated').features;
    // Feature columns are not looked at, so a policy must not ask for them.
    const features: FeatureSpec = { kind: 'calibrated', classes, calibrated, columns: [] };
    const dense = denseCount(features);
    const weights = new Float32Array(dense + classes);
    weights[calibratedAt(features) + CALIBRATED_FEATURES.indexOf('answer')] = 1;
    const layer = { inputs: weights.length, outputs: 1, weights, biases: new Float32Array(1) };
    const network = { dense, classes, hidden: [], outputs: 1, layers: [layer] };
    return fittedScorer({ features, networks: [network], head: 'identity', combine: 'network' });
  },
});
