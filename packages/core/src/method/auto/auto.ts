import type { Table } from '../../table/table.js';
import type { Method, ShortlistName } from '../method.js';
import { MIX, mix } from '../mix.js';
import { unusable } from '../refuse.js';
import { choose } from './choose.js';
import { candidateNamed, candidatesFor } from './shortlist.js';

/**
 * Networks of the winner, averaged: one network's seed can move its area by more than the choice
 * did (measured: 0.59 to 0.83 points on one table), and five fits are still quick.
 */
export const AUTO_MEMBERS = 5;

/** Chooses among a shortlist by cross-validation, then fits the choice on all rows. */
const chooser = (shortlist: ShortlistName): Method => ({
  name: shortlist,
  family: 'drcpe',
  seeded: true,
  deployable: true,
  whyUnusable: (table, expert) =>
    candidatesFor(table, expert, { shortlist }).length > 0
      ? null
      : unusable(shortlist, 'finds no method on its shortlist that this table can feed.'),
  fit(table: Table, options = {}) {
    const { onProgress } = options;
    const epochs = options.epochs ?? 1;
    const report = onProgress && ((done: number) => onProgress({ epoch: 0, epochs, done }));
    const choice = choose(
      table,
      { ...options, shortlist },
      report && ((done) => report(0.95 * done)),
    );
    // What was chosen has a shape of its own: `scorer` says what to choose among.
    const { onProgress: _silent, scorer: _shape, ...rest } = options;
    const method = choice.method.startsWith(MIX)
      ? mix(choice.method, candidateNamed)
      : candidateNamed(choice.method);
    return { ...method.fit(table, { members: AUTO_MEMBERS, ...rest }), choice };
  },
});

/** Chooses among closed forms and networks. */
export const auto: Method = chooser('auto');

/** DR CPE with its loss, its γ and its shape chosen. */
export const drcpeAuto: Method = chooser('drcpe-auto');
