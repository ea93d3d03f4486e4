import { expect, it } from 'vitest';
import { isMissing } from './number.js';

it('knows the words that mean "missing", however they are set', () => {
  const words = [
    '',
    'NA',
    'n/a',
    'NaN',
    'null',
    'None',
    '-nan',
    ' ',
    '  none\t',
    '\u00a0null\u00a0',
  ];
  expect(words.filter((word) => !isMissing(word))).toEqual([]);
  const others = ['0', 'nanny', 'none of these', 'n.a.', '-', 'nulls', 'x', 'NaN NaN', 'not None'];
  expect(others.filter(isMissing)).toEqual([]);
});
