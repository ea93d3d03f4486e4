import { expect, it } from 'vitest';
import { askedOptions, differingOptions } from './asked.js';

it('names what two comparisons of the same tables differ in', () => {
  const ask = {
    ...{ seeds: 2, method: undefined, training: { seed: 1, epochs: 5 } },
    measures: { errorCost: 3, sideBySideAt: 0.2 },
  };
  const asked = askedOptions(ask);
  expect(asked).toEqual({ epochs: 5, errorCost: 3, seed: 1, seeds: 2 });
  expect(Object.keys(asked)).toEqual(['epochs', 'errorCost', 'seed', 'seeds']);
  const again = askedOptions({ ...ask, measures: { errorCost: 3, sideBySideAt: 0.5 } });
  expect(differingOptions(asked, again)).toEqual([]);
  const other = askedOptions({ ...ask, methods: ['conf'], training: { seed: 2, epochs: 5 } });
  expect(differingOptions(asked, other)).toEqual(['methods', 'seed']);
});
