import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InputError } from '../error.js';
import {
  ANYTHING,
  between,
  type Constraint,
  FLAG,
  fromBelow,
  list,
  number,
  oneOf,
  openObject,
  TEXT,
  text,
  whole,
} from './constraint.js';
import { insistOn, violations } from './violations.js';

const said = (value: unknown, constraint: Constraint) =>
  violations(value, constraint, '').map(({ sentence }) => sentence);

describe('constraints', () => {
  it.each<[unknown, Constraint, string]>([
    [5, number(0, 1), 'it must be a number from 0 to 1, found 5'],
    [Number.NaN, number(), 'it must be a number, found NaN'],
    [Infinity, number(0), 'it must be a number from 0, found Infinity'],
    [0, between(0, 1), 'it must be a number above 0 and below 1, found 0'],
    [1, fromBelow(0, 1), 'it must be a number from 0 and below 1, found 1'],
    [0, between(0), 'it must be a number above 0, found 0'],
    [1.5, whole(1), 'it must be a whole number from 1, found 1.5'],
    ['1', whole(1), 'it must be a whole number from 1, found "1"'],
    [null, FLAG, 'it must be true or false, found null'],
    ['B', text(/^[a-z]+$/, 'a name'), 'it must be a name, found "B"'],
    ['c', oneOf('a', 'b'), 'it must be one of a, b, found "c"'],
    [[], list(TEXT, 1), 'it must be a list of at least 1, found []'],
    [['a', 2], list(TEXT), '[1] must be a text, found 2'],
    [
      { a: { b: 1 } },
      openObject({ a: openObject({ b: FLAG }) }),
      'a.b must be true or false, found 1',
    ],
    [{}, openObject({ a: FLAG }), 'a is missing'],
    [
      { x: 1 },
      { kind: 'object', fields: { a: FLAG }, optional: ['a'] },
      'x is not known (known here: a)',
    ],
    [{ x: 1 }, { kind: 'object', fields: {}, others: TEXT }, 'x must be a text, found 1'],
    [
      [2, 1],
      { ...list(number()), rising: true } as Constraint,
      'it must be a rising list, found [2,1]',
    ],
  ])('%j', (value, constraint, sentence) => {
    expect(said(value, constraint)).toEqual([sentence]);
  });

  it('fields of other names are left alone where a format grows by addition', () => {
    expect(said({ a: true, later: 7 }, openObject({ a: FLAG }))).toEqual([]);
    expect(said({}, openObject({ a: FLAG }, ['a']))).toEqual([]);
  });

  it('never throws, whatever it is given, and takes what fits', () => {
    const shape = openObject({
      a: list(whole(0)),
      b: { kind: 'either', of: [TEXT, FLAG], like: 'x' },
    });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Array.isArray(violations(value, shape, ''))).toBe(true);
        expect(violations(value, ANYTHING, '')).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.oneof(fc.string(), fc.boolean()), (a, b) => {
        expect(said({ a, b }, shape)).toEqual([]);
      }),
    );
  });

  it('are insisted on with one sentence, its first path in the details', () => {
    const shape = openObject({ a: FLAG, b: FLAG, c: FLAG, d: FLAG });
    const refused = (() => {
      try {
        insistOn({ a: 1, b: 2, c: 3 }, shape, 'options');
      } catch (error) {
        return error as InputError;
      }
    })()!;
    expect(refused.message).toBe(
      'options: a must be true or false, found 1; b must be true or false, found 2; c must be true or false, found 3; and 1 more.',
    );
    expect(refused).toMatchObject({
      ...{ code: 'invalid-value', details: { path: 'a', expected: 'true or false', found: 1 } },
    });
    expect(() => insistOn({ a: true, b: true, c: true, d: false }, shape, 'options')).not.toThrow();
  });
});
