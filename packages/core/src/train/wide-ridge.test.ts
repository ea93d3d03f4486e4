import { describe, expect, it } from 'vitest';
import { stream } from '../random/stream.js';
import type { Block } from '../table/table.js';
import { blockProducts } from './block-products.js';
import { krylov } from './lanczos.js';
import { solveCholesky } from './ridge.js';
import { MOST_ROWS, wideRidge } from './wide-ridge.js';

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, value, k) => sum + value * b[k], 0);
}

function world(rows: number, width: number, beside: number, seed = 1) {
  const random = stream(seed, 'wide ridge');
  const normals = (count: number) => Float64Array.from({ length: count }, () => random.normal());
  const values = Float32Array.from(normals(rows * width), (value) => value + 3);
  const inputs = normals(rows * beside);
  const [along, across] = [normals(width), normals(beside)];
  const target = Float64Array.from(
    { length: rows },
    (_, i) =>
      dot(values.subarray(i * width, (i + 1) * width), along) / Math.sqrt(width) +
      dot(inputs.subarray(i * beside, (i + 1) * beside), across) +
      0.3 * random.normal(),
  );
  const weight = Float64Array.from({ length: rows }, (_, i) => i % 3);
  const block: Block = { name: 'e', width, values };
  return { block, inputs, target, weight };
}

describe('Lanczos steps', () => {
  it('solve for every penalty at once', () => {
    const random = stream(2, 'lanczos');
    const size = 30;
    const root = Float64Array.from({ length: size * size }, () => random.normal());
    const matrix = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        for (let k = 0; k < size; k++)
          matrix[i * size + j] += root[i * size + k] * root[j * size + k];
    const b = Float64Array.from({ length: size }, () => random.normal());
    const times = (x: Float64Array) =>
      Float64Array.from(x, (_, i) => dot(matrix.subarray(i * size, (i + 1) * size), x));
    const { directions, coordinates } = krylov(times, b, size);
    for (const penalty of [0.5, 20]) {
      const held = matrix.slice();
      for (let i = 0; i < size; i++) held[i * size + i] += penalty;
      const expected = solveCholesky(held, b.slice(), size);
      const along = coordinates(penalty);
      expected.forEach((value, k) => {
        const found = directions.reduce((sum, direction, d) => sum + along[d] * direction[k], 0);
        expect(found).toBeCloseTo(value, 6);
      });
    }
    expect(krylov(times, new Float64Array(size), 5).directions).toEqual([]);
  });
});

describe('ridge on a block', () => {
  // As many Lanczos steps as there are rows that weigh anything, so that nothing is left out.
  const rows = 36;
  const width = 90;
  const beside = 2;
  const { block, inputs, target, weight } = world(rows, width, beside);
  const task = { blocks: [block], inputs, width: beside, target, weight };
  const rule = wideRidge(task);

  it('is the ridge regression of one of its penalties, solved the other way round', () => {
    const used = [...weight.keys()].filter((i) => weight[i] > 0);
    const [scale] = blockProducts([block], used).scales;
    const unit = used.reduce((sum, i) => sum + weight[i], 0) / used.length;
    const size = width + beside + 1;
    const nearest = [1, 0.1, 0.01].flatMap((share) =>
      [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000].map((penalty) => {
        const matrix = new Float64Array(size * size);
        const right = new Float64Array(size);
        const x = new Float64Array(size);
        for (const i of used) {
          for (let k = 0; k < width; k++)
            x[k] = Math.sqrt(share * scale) * block.values[i * width + k];
          for (let k = 0; k < beside; k++) x[width + k] = inputs[i * beside + k];
          x[size - 1] = 1;
          for (let a = 0; a < size; a++) {
            right[a] += weight[i] * x[a] * target[i];
            for (let b = 0; b <= a; b++) matrix[a * size + b] += weight[i] * x[a] * x[b];
          }
        }
        for (let a = 0; a < size - 1; a++) matrix[a * size + a] += penalty * unit;
        const solution = solveCholesky(matrix, right, size);
        const found = [
          ...rule.directions[0].map((value) => value / Math.sqrt(share * scale)),
          ...rule.coefficients,
          rule.constant,
        ];
        return Math.max(...found.map((value, k) => Math.abs(value - solution[k])));
      }),
    );
    expect(Math.min(...nearest)).toBeLessThan(1e-5);
  });
});

describe('many rows', () => {
  it('choose the penalty on some of them and count all', () => {
    const rows = MOST_ROWS + 200;
    const { block, inputs, target, weight } = world(rows, 70, 1, 3);
    const task = { blocks: [block], inputs, width: 1, target, weight: weight.map(() => 1) };
    const rule = wideRidge(task);
    const residual = target.map(
      (value, i) =>
        value -
        rule.constant -
        rule.coefficients[0] * inputs[i] -
        dot(block.values.subarray(i * 70, (i + 1) * 70), rule.directions[0]),
    );
    const mean = residual.reduce((sum, value) => sum + value, 0) / rows;
    expect(mean).toBeCloseTo(0, 8);
    expect(Math.sqrt(dot(residual, residual) / rows)).toBeLessThan(0.33); // the noise is 0.3
    // The last row was not among those that chose: it counts all the same.
    const other = target.slice();
    other[rows - 1] += 50;
    expect(wideRidge({ ...task, target: other }).constant).not.toBe(rule.constant);
  });
});
