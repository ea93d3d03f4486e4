import { squared } from '../ratio/squared.js';
import { regressionWeights } from '../train/objective.js';
import { comparison } from './diff01.js';
import type { Method } from './method.js';
import { fitNetwork } from './network-fit.js';
import { refusing, withoutExpert } from './refuse.js';

/**
 * `linear` with its penalty chosen by cross-validation, on any kind of features: ridge regression of
 * [model right] − [expert right] (or of the difference of losses). On calibrated inputs it beats
 * every network on most tables, in milliseconds.
 */
export const ridgeRegression: Method = refusing({
  name: 'ridge',
  family: 'comparison',
  seeded: false,
  deployable: true,
  whyUnusable: (table, expert) => withoutExpert('ridge', table, expert),
  fit(table, options = {}) {
    const { target, weight } = comparison(table, options.expert ?? 0);
    return fitNetwork(
      table,
      { partial: squared, ...regressionWeights(target, weight) },
      {
        ...options,
        scorer: 'linear',
        features: options.features ?? (table.model ? 'linear' : 'columns'),
      },
      'network',
    );
  },
});
