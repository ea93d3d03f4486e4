import { stream } from '../random/stream.js';

/**
 * A seeded random projection that is mostly zeros (Kane and Nelson's sparse Johnson–Lindenstrauss
 * transform): each number of a block is added to, or taken from, 8 of the outputs, one in every
 * eighth of them. Distances and inner products survive as well as with a dense matrix, for an eighth
 * of the work; and nothing is learned from the rows, so that a fold can't leak into another. It is a
 * pure function of the seed and the sizes: a policy stores no matrix.
 */
export interface Projection {
  readonly width: number;
  readonly outputs: number;
  /** Where each number goes: width × {@link SHARES} places among the outputs, and the signs. */
  readonly places: Uint16Array;
  readonly signs: Float64Array;
}

/** Outputs that each number is added to. */
export const SHARES = 8;

/** Numbers of a block that a scorer sees. More would be slower to fit than networks can use. */
export const PROJECTED = 64;

export function makeProjection(width: number, outputs: number, seed: number): Projection {
  const random = stream(seed, `projection of ${width} to ${outputs}`);
  const places = new Uint16Array(width * SHARES);
  const signs = new Float64Array(width * SHARES);
  const part = outputs / SHARES;
  for (let at = 0; at < places.length; at++) {
    places[at] = (at % SHARES) * part + random.below(part);
    signs[at] = random.below(2) === 0 ? -1 : 1;
  }
  return { width, outputs, places, signs };
}

/** Adds up one row of a block, which begins at `from`, into `out`. */
export function project(
  { width, places, signs }: Projection,
  values: ArrayLike<number>,
  from: number,
  out: Float64Array,
): void {
  out.fill(0);
  for (let k = 0, at = 0; k < width; k++) {
    const value = values[from + k];
    for (let s = 0; s < SHARES; s++, at++) out[places[at]] += signs[at] * value;
  }
}

/** The same as a matrix, row by row (width × outputs): for engines that know nothing else. */
export function projectionMatrix({ width, outputs, places, signs }: Projection): Float64Array {
  const matrix = new Float64Array(width * outputs);
  for (let at = 0; at < places.length; at++)
    matrix[Math.floor(at / SHARES) * outputs + places[at]] = signs[at];
  return matrix;
}
