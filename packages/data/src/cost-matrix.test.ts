import { describe, expect, it } from 'vitest';
import { flatCosts, parseCostMatrix } from './cost-matrix.js';

const square = [
  [0, 1],
  [5, 0],
];
const read = (text: string) => parseCostMatrix(text, 'cost.csv');

describe('a cost matrix', () => {
  it.each(['0,1\n5,0\n', '\ufeff0,1\r\n5,0', '[[0, 1], [5, 0]]'])('is read from %j', (text) => {
    expect(read(text)).toEqual({ costs: square, name: 'cost.csv' });
  });

  it.each([
    ['truth,cat,dog\ncat,0,1\ndog,5,0\n', 'both'],
    ['cat,dog\ncat,0,1\ndog,5,0\n', 'both'],
    ['{"cat": {"cat": 0, "dog": 1}, "dog": {"dog": 0, "cat": 5}}', 'both'],
    ['[["", "cat", "dog"], ["cat", 0, 1], ["dog", 5, 0]]', 'both'],
    ['cat;dog\n0;1\n5;0', 'answers'],
    ['cat,0,1\ndog,5,0\n', 'truths'],
  ])('is read with its names from %j', (text, named) => {
    const names = ['cat', 'dog'];
    expect(read(text)).toEqual({
      costs: square,
      name: 'cost.csv',
      ...(named !== 'answers' && { truths: names }),
      ...(named !== 'truths' && { answers: names }),
    });
  });

  it('may name numbers, as pandas writes them', () => {
    expect(read(',0,1\n0,0,1\n1,5,0')).toMatchObject({ truths: ['0', '1'], costs: square });
    expect([...flatCosts(read('truth,1.0,0.0\n1,0,5\n0,1,0'), ['0', '1'])]).toEqual([0, 1, 5, 0]);
  });

  it.each([
    ['', 'the file is empty.'],
    ['0,1\n5', 'row 2: has 1 number, the first row 2'],
    ['0,1\n5,x', 'row 2, column 2: found "x" (expected a finite cost of 0 or more).'],
    ['truth,ok,bad\nok,0,-5\nbad,1,0', 'row 1, column 2: found "-5"'],
    ['[[0, 1], 5]', 'expected a list of lists of numbers'],
    ['[[0, 1], [5, null]]', 'row 2, column 2: found "null"'],
    ['[[0]]', 'has 1 row of 1 number (expected a square: one row a true class'],
    ['truth,ok,bad\nok,0,5', 'has 1 row of 2 numbers below 2 names (expected a square'],
    ['x,y,z\nok,0,5\nfine,1,0\nbad,1,0', 'has 3 rows of 2 numbers below 2 names'],
    ['{"matrix": [[0, 1], [5, 0]]}', 'or costs by name, truth before answer: {"cat"'],
    ['{"a": {"a": 0, "b": 1}, "b": {"a": 1}}', '"a" has costs for a, b, "b" for a'],
    ['Predicted,ok,bad\nok,0,5\nbad,1,0', 'the first cell says "Predicted", as if a row were an'],
    ['{"a": ', 'begins like JSON but is none.'],
    ['{"a": {"a": 0, "b": 1, "b": 9}, "b": {"a": 5, "b": 0}}', '"b" stands twice in one place.'],
  ])('is refused from %j', (text, message) => {
    expect(() => read(text)).toThrow(/^cost matrix cost.csv/);
    expect(() => read(text)).toThrow(message);
  });
});

describe('costs in the order of the classes', () => {
  const inOrder = (text: string, classes = ['ok', 'fraud']) => [...flatCosts(read(text), classes)];

  it('finds rows and columns by name, whatever their order', () => {
    for (const text of [
      'truth,ok,fraud\nok,0,5\nfraud,100,0',
      'truth,fraud,ok\nfraud,0,100\nok,5,0',
      'truth,fraud,ok\nok,5,0\nfraud,0,100',
      '{"fraud": {"fraud": 0, "ok": 100}, "ok": {"ok": 0, "fraud": 5}}',
      // Names on one side stand for both.
      'fraud,ok\n0,100\n5,0',
      'fraud,0,100\nok,5,0',
    ])
      expect(inOrder(text)).toEqual([0, 5, 100, 0]);
  });

  it('keeps the order of the table where there are no names', () => {
    expect(inOrder('0,5\n100,0')).toEqual([0, 5, 100, 0]);
    expect([...flatCosts(square, ['fraud', 'ok'])]).toEqual([0, 1, 5, 0]);
  });

  it.each([
    [
      'truth,x,fraud\nok,0,5\nfraud,100,0',
      "cost matrix cost.csv: its columns are named x, fraud, the table's classes are ok, fraud (missing: ok; unknown: x).",
    ],
    ['truth,ok,fraud\nok,0,5\nok,100,0', 'its rows are named ok, ok'],
    ['truth,ok,fraud\nok,0,5\nok,100,0', '(missing: fraud; named twice: ok)'],
    ['a,b,c\n0,1,1\n1,0,1\n1,1,0', '(missing: ok, fraud; unknown: a, b, c)'],
    ['0,1,1\n1,0,1\n1,1,0', 'cost matrix cost.csv: has 3 rows of 3 (expected 2 × 2'],
    ['0,1\n1,0\n"eel,5', 'cost matrix cost.csv, line 3: a quote opens there and is never closed.'],
    ['"truth,ok,fraud\nok,0,5', 'cost matrix cost.csv, line 1: a quote opens there'],
  ])('refuses %j', (text, message) => {
    expect(() => inOrder(text)).toThrow(message);
  });

  it('has no place where there are no classes', () => {
    expect(() => inOrder('0,1\n1,0', [])).toThrow('the table has no classes');
  });
});
