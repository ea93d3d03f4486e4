import { describe, expect, it } from 'vitest';
import { parseCostMatrix } from './cost-matrix.js';

describe('a cost matrix', () => {
  it.each([
    '0,1\n5,0\n',
    '\ufeff0,1\r\n5,0',
    '[[0, 1], [5, 0]]',
    'truth,cat,dog\ncat,0,1\ndog,5,0\n',
    'cat;dog\n0;1\n5;0',
  ])('is read from %j', (text) => {
    expect(parseCostMatrix(text, 'cost.csv')).toEqual([
      [0, 1],
      [5, 0],
    ]);
  });

  it.each(['', '0,1\n5', '0,1\n5,x', '[[0, 1], 5]', '[[0]]'])('is refused from %j', (text) => {
    expect(() => parseCostMatrix(text, 'cost.csv')).toThrow(/^cost matrix cost.csv/);
  });
});
