import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import { symmetricEigen } from './eigen.js';

const product = (size: number, rank: number) => {
  const random = stream(size + rank, 'eigen');
  const parts = Array.from({ length: rank }, () =>
    Array.from({ length: size }, () => random.normal()),
  );
  return Float64Array.from({ length: size * size }, (_, k) =>
    parts.reduce((sum, part) => sum + part[Math.floor(k / size)] * part[k % size], 0),
  );
};

describe('eigenvectors of a symmetric matrix', () => {
  it.each([
    [1, 1],
    [2, 2],
    [7, 7],
    [12, 3],
    [40, 60],
  ])(
    'size %i, rank %i: they are orthogonal, and put together again give the matrix',
    (size, rank) => {
      const matrix = product(size, rank);
      const { values, vectors } = symmetricEigen(matrix, size);
      for (let a = 0; a < size; a++)
        for (let b = 0; b < size; b++) {
          let [same, whole] = [0, 0];
          for (let k = 0; k < size; k++) {
            same += vectors[a * size + k] * vectors[b * size + k];
            whole += values[k] * vectors[k * size + a] * vectors[k * size + b];
          }
          expect(same).toBeCloseTo(+(a === b), 10);
          expect(whole).toBeCloseTo(matrix[a * size + b], 8);
        }
    },
  );

  it('of a diagonal matrix, and of nothing but zeros', () => {
    expect([...symmetricEigen(Float64Array.of(3, 0, 0, 5), 2).values]).toEqual([3, 5]);
    expect([...symmetricEigen(new Float64Array(9), 3).values]).toEqual([0, 0, 0]);
  });
});
