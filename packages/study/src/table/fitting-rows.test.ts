import { rowSample, stream, tableFromArrays } from '@cede/core';
import { expect, it } from 'vitest';
import { fittingShare } from './fitting-rows.js';

/** Rounded scores and columns: now and then two cases look the same. */
const tableOf = (seed: number) => {
  const random = stream(seed, 'rounded rows');
  const draw = () => Array.from({ length: 1500 }, () => Math.round(60 * random.normal()) / 100);
  const right = Array.from({ length: 1500 }, () => Number(random.uniform() < 0.8));
  return tableFromArrays({
    ...{ modelCorrect: right, expertCorrect: right },
    columns: { f_a: draw(), f_b: draw() },
  });
};

it('does not take a new table for the fitted one because some rows look the same', () => {
  const policy = { table: { hash: 'fitted', ...rowSample(tableOf(0)) } } as never;
  const shares = Array.from({ length: 20 }, (_, k) =>
    fittingShare(policy, { name: 'new', hash: 'new', table: tableOf(k + 1) } as never),
  );
  expect(shares).toEqual(shares.map(() => 0));
  expect(fittingShare(policy, { name: 'old', hash: 'other', table: tableOf(0) } as never)).toBe(1);
});
