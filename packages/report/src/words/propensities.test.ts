import { expect, it } from 'vitest';
import { propensityWarnings } from './propensities.js';

const found = (expert: string, answered: number, lowest: number, highest: number) => ({
  ...{ expert, answered, rows: 200, lowest, highest },
});

it('estimated propensities of an expert are told once, for both tables', () => {
  const [ann, bob, ...none] = propensityWarnings([
    { table: 'fit.csv', propensity: found('ann', 123, 0.4, 0.7) },
    { table: 'fit.csv', propensity: found('bob', 7, 0.1, 0.2) },
    { table: 'test.csv', propensity: found('ann', 122, 0.3, 0.6) },
  ]);
  expect(none).toEqual([]);
  expect(ann).toMatch(
    /^expert ann answered 123 of 200 rows in fit.csv and 122 of 200 rows in test.csv, and no column/,
  );
  expect(ann).toMatch(/estimated from the features \(30.0 % to 70.0 %\)/);
  expect(bob).toMatch(/^table fit.csv: expert bob answered 7 of 200 rows, and no column/);
});
