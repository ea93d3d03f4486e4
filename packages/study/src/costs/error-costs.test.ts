import { errorCosts, type Table } from '@cede/core';
import { expect, it } from 'vitest';
import { world } from '../../test/worlds.js';

it('a price for every error beside a cost matrix is refused, not ignored', () => {
  const table: Table = {
    ...world({ expert: 'labels' }),
    costMatrix: Float64Array.of(0, 4, 4, 4, 0, 4, 4, 4, 0),
  };
  expect(() => errorCosts(table, 0, 10)).toThrow(
    /cost matrix prices every error.*prices nothing here/,
  );
  expect(errorCosts(table, 0, undefined)!.largest).toBe(4);
});
