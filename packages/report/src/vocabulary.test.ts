import { expect, it } from 'vitest';
import { capital } from './vocabulary.js';

it('a sentence begins with a capital, but a name out of a table stays as it is', () => {
  expect(capital('the moderator answered')).toBe('The moderator answered');
  expect(capital('accuracy')).toBe('Accuracy');
  for (const name of ['dr_jones alone', 'gpt-4o alone', 'o3 answered'])
    expect(capital(name)).toBe(name);
});
