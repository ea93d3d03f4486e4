import type { Block } from '../table/table.js';

/** Inner products of some rows of blocks: what a ridge regression in its dual form is made of. */
export interface BlockProducts {
  /** Size × size, blocks added up, each in units of the mean square of its numbers. */
  readonly matrix: Float64Array;
  /** By block: 1 over that mean square. */
  readonly scales: readonly number[];
}

/** Of a block with so many rows or fewer all products are kept: every fold takes its part of them. */
const MOST_PRODUCTS = 1200;

export function blockProducts(blocks: readonly Block[], rows: ArrayLike<number>): BlockProducts {
  const size = rows.length;
  const matrix = new Float64Array(size * size);
  const scales = blocks.map((block) => {
    const own = productsOf(block, rows);
    const scale = 1 / (meanSquare(own, size) / block.width || 1);
    for (let k = 0; k < matrix.length; k++) matrix[k] += scale * own[k];
    return scale;
  });
  return { matrix, scales };
}

/** About the mean of the rows: Σ|x|²/n − |Σx/n|². */
function meanSquare(products: Float64Array, size: number): number {
  let [own, all] = [0, 0];
  for (let i = 0; i < size; i++) {
    own += products[i * size + i];
    for (let j = 0; j < size; j++) all += products[i * size + j];
  }
  return Math.max(0, own / size - all / size / size);
}

const known = new WeakMap<Float32Array, Float64Array>();

function productsOf(block: Block, rows: ArrayLike<number>): Float64Array {
  const places = Uint32Array.from(rows, (row) => (block.rows ? block.rows[row] : row));
  const { values, width } = block;
  const count = values.length / width;
  if (count > MOST_PRODUCTS) return products(values, width, places);
  const whole =
    known.get(values) ??
    products(
      values,
      width,
      Uint32Array.from({ length: count }, (_, k) => k),
    );
  known.set(values, whole);
  const size = places.length;
  const part = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) part[i * size + j] = whole[places[i] * count + places[j]];
  return part;
}

/** Four products at a time: a row is then read once for four. */
function products(values: Float32Array, width: number, places: Uint32Array): Float64Array {
  const size = places.length;
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    const own = places[i] * width;
    for (let j = 0; j <= i; j += 4) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => places[Math.min(i, j + k)] * width);
      let [p, q, r, s] = [0, 0, 0, 0];
      for (let k = 0; k < width; k++) {
        const value = values[own + k];
        p += value * values[a + k];
        q += value * values[b + k];
        r += value * values[c + k];
        s += value * values[d + k];
      }
      // Beyond the diagonal stands the diagonal's own product again.
      [p, q, r, s].forEach((product, k) => {
        const to = Math.min(i, j + k);
        matrix[i * size + to] = product;
        matrix[to * size + i] = product;
      });
    }
  }
  return matrix;
}

/** Σ u·x over the rows, four of them at a time. */
export function weightedSum(
  { values, width, rows: places }: Block,
  rows: ArrayLike<number>,
  u: Float64Array,
): Float64Array {
  const sum = new Float64Array(width);
  const last = rows.length - 1;
  for (let i = 0; i <= last; i += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => {
      const row = rows[Math.min(last, i + k)];
      return (places ? places[row] : row) * width;
    });
    const [p, q, r, s] = [0, 1, 2, 3].map((k) => (i + k > last ? 0 : u[i + k]));
    for (let k = 0; k < width; k++)
      sum[k] += p * values[a + k] + q * values[b + k] + (r * values[c + k] + s * values[d + k]);
  }
  return sum;
}

/** The products of all rows with each other times u, where there are too many to be kept. */
export function timesBlock(block: Block, rows: ArrayLike<number>, u: Float64Array): Float64Array {
  const { values, width, rows: places } = block;
  const sum = weightedSum(block, rows, u);
  return Float64Array.from(rows, (row) =>
    rowTimes(values, (places ? places[row] : row) * width, sum),
  );
}

/** One row times the sums; four parts, added up in a fixed order. */
function rowTimes(values: Float32Array, at: number, sum: Float64Array): number {
  let [p, q, r, s] = [0, 0, 0, 0];
  const end = sum.length - (sum.length % 4);
  for (let k = 0; k < end; k += 4) {
    p += values[at + k] * sum[k];
    q += values[at + k + 1] * sum[k + 1];
    r += values[at + k + 2] * sum[k + 2];
    s += values[at + k + 3] * sum[k + 3];
  }
  for (let k = end; k < sum.length; k++) p += values[at + k] * sum[k];
  return p + q + (r + s);
}
