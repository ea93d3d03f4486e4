import { expect, it } from 'vitest';
import { world } from '../../../study/test/worlds.js';
import { createDecider } from '../policy/decide.js';
import { fitPolicy } from '../policy/fit.js';
import { parsePolicy } from '../policy/parse.js';
import { printPolicy } from '../policy/print.js';
import { unusualColumns } from './unusual.js';

const columns = [
  { name: 'f_age', mean: 50, deviation: 10, least: 20, most: 90 },
  { name: 'f_crp', mean: 5, deviation: 2, least: 0, most: 12 },
  { name: 'f_old', mean: 0, deviation: 1 },
];

it('flags what lies more than 3 deviations beyond the fitted range, on both sides', () => {
  expect(unusualColumns({ columns }, [120, -6, 1e9])).toBeUndefined();
  expect(unusualColumns({ columns }, [120.1, 18, 0])).toEqual(['f_age']);
  expect(unusualColumns({ columns }, [-10.1, 18.1, 0])).toEqual(['f_age', 'f_crp']);
});

it('a decision flags them, and says what the model itself would answer', () => {
  const table = world();
  const values = Float32Array.from({ length: table.rows }, (_, i) => i % 10);
  const fitted = fitPolicy(
    { ...table, classes: ['cat', 'dog', 'owl'], columns: [{ name: 'f_x', values }] },
    { method: 'linear' },
  );
  const policy = parsePolicy(printPolicy(fitted));
  expect(policy.scorer.features.columns[0]).toMatchObject({ least: 0, most: 9 });
  const decider = createDecider(policy);
  const into = { ...decider.decide([0.2, 0.5, 0.3], [1e6]) };
  expect(into).toMatchObject({ answer: 'dog', probability: 0.5, unusual: ['f_x'] });
  // The same object filled again forgets the flag.
  expect(decider.decide([0.3, 0.3, 0.4], [4], into)).not.toHaveProperty('unusual');
  expect(into).toMatchObject({ answer: 'owl', probability: 0.4 });
  // Rounded probabilities are divided by their sum, as everywhere.
  expect(decider.decide([0.33, 0.33, 0.33], [4]).probability).toBeCloseTo(1 / 3, 12);
});
