import { optionText } from '@cede/core';
import { type Check, counted } from './contract.js';
import { TextIndex } from './text-index.js';

/** An id that comes twice: a join gone wrong, or a row that would sit on both sides of a split. */
export const duplicateIds: Check = (table, { name }) => {
  if (!table.id) return [];
  const rows: number[] = [];
  let count = 0;
  new TextIndex(table.id, (row) => {
    count++;
    if (rows.length < 5) rows.push(row + 1);
  });
  if (count === 0) return [];
  const others = rows.slice(1).join(', ');
  const more =
    count > 1
      ? `, and ${counted(count - 1, 'more repeat')} (${count === 2 ? 'row' : 'rows'} ${others}${count > 5 ? ', …' : ''})`
      : '';
  return [
    {
      severity: 'error',
      code: 'duplicate-id',
      message: `table ${name}, row ${rows[0]}: the id "${table.id[rows[0]! - 1]}" was there before${more}. Keep one row a case; if several rows belong together, name that column with ${optionText('cluster')}.`,
      count,
      rows,
    },
  ];
};
