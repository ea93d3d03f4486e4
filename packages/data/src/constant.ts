import { InputError, optionText } from '@cede/core';
import { CHANCE, NOT_NEGATIVE } from './assemble/numbers.js';
import type { ColumnSearch } from './column-search.js';
import { numberFrom } from './read/number.js';

/** Roles whose column may be one number for every row: a price, the share of cases audited. */
const RANGES = { modelCost: NOT_NEGATIVE, expertCost: NOT_NEGATIVE, propensity: CHANCE };

/** The number that was given in place of a column; undefined where a column is called so. */
export function constantOf(
  search: ColumnSearch,
  role: keyof typeof RANGES,
  asked: string | undefined,
): number | undefined {
  if (asked === undefined || asked.trim() === '' || search.matching(asked).length > 0)
    return undefined;
  const number = numberFrom(asked);
  if (number === undefined || Number.isNaN(number)) return undefined;
  const value = Math.fround(number);
  const { accepts, expected } = RANGES[role];
  if (accepts(value)) return value;
  throw new InputError(
    `${optionText(role, asked)} is neither a column of the table nor ${expected}.`,
    'column-unusable',
    { role, columns: [asked] },
    `table ${search.table}`,
  );
}
