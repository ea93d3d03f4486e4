import type { Table } from '../../table/table.js';
import type { Method } from '../method.js';
import { unusable } from '../refuse.js';
import { choose } from './choose.js';
import { candidatesFor, SHORTLIST } from './shortlist.js';

/**
 * Networks of the winner, averaged: one network's seed can move its area by more than the choice
 * did (measured: 0.59 to 0.83 points on one table), and five fits are still quick.
 */
export const AUTO_MEMBERS = 5;

/** Chooses among the shortlist by cross-validation, then fits the choice on all rows. */
export const auto: Method = {
  name: 'auto',
  family: 'drcpe',
  seeded: true,
  deployable: true,
  whyUnusable: (table, expert) =>
    candidatesFor(table, expert).length > 0
      ? null
      : unusable('auto', 'finds no method on its shortlist that this table can feed.'),
  fit(table: Table, options = {}) {
    const { onProgress } = options;
    const epochs = options.epochs ?? 1;
    const report = onProgress && ((done: number) => onProgress({ epoch: 0, epochs, done }));
    const choice = choose(table, options, report && ((done) => report(0.95 * done)));
    const method = SHORTLIST.find(({ name }) => name === choice.method)!;
    const { onProgress: _silent, ...rest } = options;
    return { ...method.fit(table, { members: AUTO_MEMBERS, ...rest }), choice };
  },
};
