import { type Check, counted } from './contract.js';

const LEAST = 20;
const COMFORTABLE = 500;

/** Below 20 rows nothing can be said; below 500 every number is a rough guess. */
export const fewRows: Check = (table, { name }) => {
  if (table.rows >= COMFORTABLE) return [];
  const unusable = table.rows < LEAST;
  const fix = unusable
    ? `(expected at least ${LEAST}). Collect more.`
    : `; intervals will be wide (${COMFORTABLE} is a comfortable start).`;
  return [
    {
      severity: unusable ? 'error' : 'warning',
      code: 'few-rows',
      message: `table ${name}: only ${counted(table.rows, 'row')}${unusable ? ' ' : ''}${fix}`,
      count: table.rows,
    },
  ];
};
