import fc from 'fast-check';
import { expect, it } from 'vitest';
import { highest } from './answers.js';

it('finds the first of the highest, whatever the floats', () => {
  const value = fc.oneof(
    fc.float(),
    fc.constantFrom(0, -0, 0.5, 1, Number.NaN, Infinity, -Infinity, 1.5e-45),
  );
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 3, maxLength: 3 })), (rows) => {
      const values = Float32Array.from(rows.flat());
      const plain = rows.map((_, row) => {
        const [a, b, c] = values.subarray(3 * row, 3 * row + 3) as unknown as number[];
        if (Number.isNaN(a)) return -1;
        const first = b! > a! ? 1 : 0;
        return c! > (first === 1 ? b! : a!) ? 2 : first;
      });
      expect([...highest(values, 3)]).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});
