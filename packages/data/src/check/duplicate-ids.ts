import { type Check, counted } from './contract.js';

/** An id that comes twice: a join gone wrong, or a row that would sit on both sides of a split. */
export const duplicateIds: Check = (table, { name }) => {
  if (!table.id) return [];
  const seen = new Set<string>();
  const rows: number[] = [];
  let count = 0;
  let example = '';
  for (let row = 0; row < table.rows; row++) {
    const id = table.id[row]!;
    const before = seen.size;
    if (seen.add(id).size === before) {
      if (count === 0) example = id;
      count++;
      if (rows.length < 5) rows.push(row + 1);
    }
  }
  if (count === 0) return [];
  const others = rows.slice(1).join(', ');
  const more =
    count > 1
      ? `, and ${counted(count - 1, 'more repeat')} (rows ${others}${count > 5 ? ', …' : ''})`
      : '';
  return [
    {
      severity: 'error',
      code: 'duplicate-id',
      message: `table ${name}, row ${rows[0]}: the id "${example}" was there before${more}. Keep one row a case; if several rows belong together, name that column with --cluster.`,
      count,
      rows,
    },
  ];
};
