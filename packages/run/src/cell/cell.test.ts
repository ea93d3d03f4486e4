import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeResult, encodeResult } from '../node/encode-result.js';
import { canonicalJson } from './canonical-json.js';
import { type Cell, hashOf } from './cell.js';

describe('canonical JSON', () => {
  test('is JSON, and the same whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(text);
      }),
    );
  });

  test.each([
    ['NaN', { rate: Number.NaN }, /spec\.rate: NaN has no JSON/],
    ['a Date', { at: [new Date(0)] }, /spec\.at\[0\]: found a Date/],
    ['a hole', { list: [undefined] }, /spec\.list\[0\]: found undefined/],
    ['a function', () => 1, /spec: found a function/],
  ])('%s is refused', (_, value, message) => {
    expect(() => canonicalJson(value)).toThrow(message);
  });
});

describe("a cell's name", () => {
  const need = { kind: 'table', spec: { seed: 1 } };
  const cell = { kind: 'fit', spec: { b: 1, a: 2 }, needs: { table: need } };

  test('is the hash of what it is', () => {
    expect(hashOf(cell)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf({ ...cell, spec: { a: 2, b: 1, c: undefined } })).toBe(hashOf(cell));
    expect(hashOf({ ...need, needs: {} })).toBe(hashOf(need));
  });

  test('changes with the kind, the spec and anything it needs', () => {
    const others: Cell[] = [
      { ...cell, kind: 'fit/2' },
      { ...cell, spec: { b: 1, a: 3 } },
      { ...cell, needs: { table: { ...need, spec: { seed: 2 } } } },
      { ...cell, needs: { other: need } },
      { ...cell, needs: {} },
    ];
    expect(new Set([cell, ...others].map((other) => hashOf(other))).size).toBe(6);
  });
});

describe('a result', () => {
  test('comes back from JSON as it was', () => {
    const odd = fc.constantFrom(Number.NaN, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const arrays = fc.oneof(
      fc.float32Array(),
      fc.float64Array(),
      fc.int32Array(),
      fc.uint8Array(),
      fc.bigInt64Array(),
    );
    const { result } = fc.letrec((tie) => ({
      result: fc.oneof(
        { maxDepth: 3 },
        fc.string(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        odd,
        arrays,
        fc.array(tie('result')),
        fc.dictionary(fc.constantFrom('a', '$array', '$$', '$number', '0', ''), tie('result'), {
          noNullPrototype: true,
        }),
      ),
    }));
    fc.assert(
      fc.property(result, (value) => {
        expect(decodeResult(JSON.parse(JSON.stringify(encodeResult(value))))).toStrictEqual(value);
      }),
    );
  });

  test('may hold a view into a larger buffer, or a Buffer', () => {
    const part = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    expect(decodeResult(encodeResult(part))).toStrictEqual(Float32Array.of(2, 3));
    expect(decodeResult(encodeResult(Buffer.from('ab')))).toStrictEqual(Uint8Array.of(97, 98));
  });

  test('that JSON has no place for is refused', () => {
    expect(() => encodeResult({ by: [new Map()] })).toThrow(/cell result\.by\[0\]: found a Map/);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  // Defined, not assigned: a key may be __proto__.
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
