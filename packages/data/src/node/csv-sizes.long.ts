import { afterAll, expect, it } from 'vitest';
import { both, CELLS, NAMES, removeFolder, rowsWith } from '../../test/csv-sizes.js';

afterAll(removeFolder);

it.each(NAMES.map((name, place) => [name, place] as const))(
  'every odd cell in column %s is the same at every size',
  async (_name, place) => {
    for (const cell of CELLS) {
      const { large, small } = await both(rowsWith(cell, place));
      expect({ cell, table: large }).toEqual({ cell, table: small });
    }
  },
);
