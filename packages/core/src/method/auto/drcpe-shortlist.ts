import { drcpe } from '../drcpe.js';
import type { Method } from '../method.js';
import { type Variant, withVariant } from '../variant.js';
import { forColumns } from './for-columns.js';
import type { Shortlist } from './shortlist-contract.js';

const LOSSES = ['zeroone', 'prob01', 'gce', 'given'];
const GAMMAS = ['0.5', '1', '2', 'inf'];
const GRID = LOSSES.flatMap((loss) => GAMMAS.map((gamma) => drcpe(`drcpe-${loss}-g${gamma}`)));

/** On calibrated inputs where there are classes, on columns alone where there are none. */
const both = (variant: Variant, features: Variant['features']): Method[] =>
  GRID.flatMap((method) => [
    withVariant(method, { ...variant, features }),
    forColumns(withVariant(method, variant)),
  ]);

const straight = both({ scorer: 'linear' }, 'linear-calibrated');
const bent = both({}, 'calibrated');

/** `drcpe-auto`: the paper's method with loss and γ by cross-validation; networks of the best two. */
export const DRCPE_SHORTLIST: Shortlist = {
  closedForms: straight,
  networks: bent.map((method, k) => ({ method, twin: straight[k].name })),
  twinsTried: 2,
};
