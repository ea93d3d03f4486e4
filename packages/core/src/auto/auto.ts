import type { Method } from '../method/method.js';
import type { Table } from '../table/table.js';
import { choose } from './choose.js';
import { candidatesFor, SHORTLIST } from './shortlist.js';

/** Chooses among the shortlist by cross-validation, then fits the choice on all rows. */
export const auto: Method = {
  name: 'auto',
  family: 'drcpe',
  seeded: true,
  deployable: true,
  unfit: (table, expert) =>
    candidatesFor(table, expert).length > 0
      ? null
      : 'auto finds no method on its shortlist that this table can feed.',
  fit(table: Table, options = {}) {
    const { onProgress } = options;
    const epochs = options.epochs ?? 1;
    const report = onProgress && ((done: number) => onProgress({ epoch: 0, epochs, done }));
    const choice = choose(table, options, report && ((done) => report(0.95 * done)));
    const method = SHORTLIST.find(({ name }) => name === choice.method)!;
    const { onProgress: _silent, ...rest } = options;
    return { ...method.fit(table, rest), choice };
  },
};
