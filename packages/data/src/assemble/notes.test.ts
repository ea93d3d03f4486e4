import { optionText } from '@cede/core';
import { expect, it } from 'vitest';
import { unusedNote } from './notes.js';

it('takes columns that say who was right for other experts, never for features', () => {
  const columns = ['opus_correct', 'opus_cost', 'haiku_label', 'age', 'site_propensity'];
  const { message } = unusedNote(columns, ['f_*']);
  const [, ways] = message.split('To use some: ');
  expect(ways).toContain(optionText('expert', 'opus,haiku'));
  expect(ways).toContain(optionText('features', 'f_*,age'));
  expect(ways).not.toMatch(/opus_|haiku_/);
});

it('a comma of a name is no end of it, neither in what is used nor in what could be', () => {
  const { message } = unusedNote(['price, EUR'], ['size, cm', 'f_*']);
  expect(message).toContain(optionText('features', 'size\\, cm,f_*,price\\, EUR'));
});
