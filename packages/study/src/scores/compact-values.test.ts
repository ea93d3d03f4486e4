import { expect, it } from 'vitest';
import { compactValues } from './compact-values.js';

it('keeps −1, 0 and 1 in a byte each, and everything else as it is', () => {
  expect(compactValues(Float32Array.of(1, 0, -1))).toEqual(Int8Array.of(1, 0, -1));
  for (const other of [0.5, 2, -2, 256, Number.NaN, Infinity]) {
    const values = Float32Array.of(1, other);
    expect(compactValues(values)).toBe(values);
  }
});
