import { kl } from '../ideal/kl.js';
import { idealWeights } from '../ideal/weights.js';
import { squared } from '../ratio/squared.js';
import { REJECT } from '../table/expert-kinds/nobody.js';
import { modelLosses } from '../table/losses.js';
import { DRCPE_DEFAULTS } from './drcpe-name.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';

/**
 * Learning to reject, no expert at all: the model's ideal distribution against the data itself
 * (every expert weight 1). Low scores mark what the model should not answer.
 */
export const reject: Method = {
  name: REJECT,
  family: 'drcpe',
  seeded: true,
  deployable: true,
  worksAlone: true,
  asksNobody: true,
  whyUnusable: () => null,
  fit(table, options = {}) {
    const loss = table.model ? 'gce' : table.modelLoss ? 'given' : 'zeroone';
    const model = idealWeights(
      modelLosses(table, loss, options.q),
      DRCPE_DEFAULTS.gamma,
      kl,
      table.weight,
    );
    const weight = (i: number) => (table.weight ? table.weight[i] : 1);
    const plus = Float32Array.from(model.weights, (w, i) => w * weight(i));
    const minus = Float32Array.from({ length: table.rows }, (_, i) => weight(i));
    const pi = model.normaliser / (model.normaliser + 1);
    return fitNetwork(table, { partial: squared, plus, minus }, options, 'network', {
      ratio: 'squared',
      pi,
    });
  },
};
