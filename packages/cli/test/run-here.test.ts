import { optionText } from '@cede/core';
import { expect, it } from 'vitest';
import { cede } from './cede.js';

it('a command that ran in this process leaves the way options are written as it was', async () => {
  const { err } = await cede(['fit', 'nowhere.csv', '-o', 'policy.json']);
  expect(err).toMatch(/^cede: /);
  expect(optionText('modelCost')).toBe('"modelCost"');
});
