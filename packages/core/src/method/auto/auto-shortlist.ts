import { boosting } from '../boosting.js';
import { conf } from '../conf.js';
import { confCalibrated } from '../conf-calibrated.js';
import { diff01 } from '../diff01.js';
import { drcpe } from '../drcpe.js';
import { logistic } from '../logistic.js';
import { ridgeEmbedding } from '../ridge-embedding.js';
import { ridgeRegression } from '../ridge-regression.js';
import { withVariant } from '../variant.js';
import { forColumns } from './for-columns.js';
import { forFewClasses } from './for-few-classes.js';
import type { Shortlist } from './shortlist-contract.js';

/**
 * Nothing to train, closed forms on more and more inputs, then networks. Fixed here, so that a choice
 * can be repeated; a longer list would only find more ways to be lucky. What entered, and what did
 * not, is in docs/choosing.md.
 */
export const AUTO_SHORTLIST: Shortlist = {
  closedForms: [
    conf,
    confCalibrated,
    ridgeRegression,
    withVariant(ridgeRegression, { features: 'linear-calibrated' }),
    forFewClasses(withVariant(ridgeRegression, { features: 'linear-full-calibrated' })),
    logistic,
    withVariant(logistic, { features: 'linear-calibrated' }),
    forFewClasses(withVariant(logistic, { features: 'linear-full-calibrated' })),
    withVariant(drcpe('drcpe-zeroone-g2'), { scorer: 'linear', features: 'linear-calibrated' }),
    withVariant(drcpe('drcpe-given'), { scorer: 'linear' }),
    // Where a cost matrix says what errors cost.
    withVariant(drcpe('drcpe-cost-ginf'), { scorer: 'linear' }),
    withVariant(drcpe('drcpe-cost-ginf'), { scorer: 'linear', features: 'linear-calibrated' }),
    // All numbers of an embedding; the others see a projection.
    ridgeEmbedding,
    // Steps and products, which no straight rule knows.
    boosting,
  ],
  networks: [
    { method: forColumns(diff01), twin: 'ridge', besideTrees: true },
    {
      method: withVariant(diff01, { features: 'calibrated' }),
      twin: 'ridge+linear-calibrated',
      besideTrees: true,
    },
    {
      method: withVariant(drcpe('drcpe-zeroone'), { features: 'calibrated' }),
      twin: 'drcpe-zeroone-g2+linear+linear-calibrated',
    },
    {
      method: withVariant(drcpe('drcpe-prob01'), { features: 'calibrated' }),
      twin: 'ridge+linear-calibrated',
    },
    { method: drcpe('drcpe-given'), twin: 'drcpe-given+linear' },
    { method: drcpe('drcpe-cost'), twin: 'drcpe-cost-ginf+linear' },
    { method: drcpe('drcpe-cost-logistic'), twin: 'drcpe-cost-ginf+linear' },
  ],
  mixes: true,
};
