import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import type { Table } from '../table/table.js';
import { methodNamed } from './registry.js';

/** A reader hands over the votes and their majority: the marginal method must look at the votes. */
describe('marginal ideals', () => {
  const votes = randomTable({ rows: 300, labelVotes: true, expert: 'labels' });
  const label = Int32Array.from({ length: 300 }, (_, i) => {
    const row = votes.labelVotes!.subarray(4 * i, 4 * i + 4);
    return row.indexOf(Math.max(...row));
  });
  const both: Table = { ...votes, label };
  const scores = (name: string, table: Table) =>
    methodNamed(name)
      .fit(table, { epochs: 5, hidden: [8] })
      .score(table);

  it.each(['zeroone', 'gce'])(
    '%s: are those of the votes, whatever label stands beside',
    (loss) => {
      const name = `drcpe-marginal-${loss}`;
      expect(scores(name, both)).toEqual(scores(name, votes));
      expect(scores(name, both)).not.toEqual(scores(`drcpe-${loss}`, both));
    },
  );

  it('an expert who is votes is judged by the majority', () => {
    const { experts } = randomTable({ rows: 300, expert: 'votes' });
    expect(scores('drcpe-marginal-zeroone', { ...both, experts }).every(Number.isFinite)).toBe(
      true,
    );
  });
});
