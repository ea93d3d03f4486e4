import type { Table } from '../../table/table.js';
import { conf } from '../conf.js';
import { diff01 } from '../diff01.js';
import { drcpe } from '../drcpe.js';
import { linear } from '../linear.js';
import { maxprob } from '../maxprob.js';
import type { Method } from '../method.js';
import { twoStage } from '../two-stage.js';
import { withVariant } from '../variant.js';

/**
 * What `auto` chooses from, the simplest first: nothing to train, a closed form, a network that
 * regresses one number, then the surrogates, then density ratios from hard to soft losses. Fixed
 * here, so that a choice can be repeated; a longer list would only find more ways to be lucky.
 */
export const SHORTLIST: readonly Method[] = [
  conf,
  linear,
  diff01,
  maxprob,
  twoStage,
  drcpe('drcpe-zeroone'),
  drcpe('drcpe-zeroone-logistic'),
  drcpe('drcpe-prob01'),
  drcpe('drcpe-gce'),
  drcpe('drcpe-gce-logistic'),
  drcpe('drcpe-given'),
  drcpe('drcpe-given-logistic'),
  // Where a cost matrix says what errors cost; the first in closed form.
  withVariant(drcpe('drcpe-cost-ginf'), { scorer: 'linear' }),
  drcpe('drcpe-cost'),
  drcpe('drcpe-cost-logistic'),
];

/** Those that this table can feed, still the simplest first. */
export function candidatesFor(table: Table, expert = 0): Method[] {
  return SHORTLIST.filter((method) => method.whyUnusable(table, expert) === null);
}
