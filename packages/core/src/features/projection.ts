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

/** A projection of its own for each width, number of outputs and seed. */
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
  // Written out: a loop over the shares takes half as long again, and a decision waits for it.
  for (let k = 0, at = 0; k < width; k++, at += SHARES) {
    const value = values[from + k];
    out[places[at]] += signs[at] * value;
    out[places[at + 1]] += signs[at + 1] * value;
    out[places[at + 2]] += signs[at + 2] * value;
    out[places[at + 3]] += signs[at + 3] * value;
    out[places[at + 4]] += signs[at + 4] * value;
    out[places[at + 5]] += signs[at + 5] * value;
    out[places[at + 6]] += signs[at + 6] * value;
    out[places[at + 7]] += signs[at + 7] * value;
  }
}

/** The same as a matrix, row by row (width × outputs): for engines that know nothing else. */
export function projectionMatrix({ width, outputs, places, signs }: Projection): Float64Array {
  const matrix = new Float64Array(width * outputs);
  for (let at = 0; at < places.length; at++)
    matrix[Math.floor(at / SHARES) * outputs + places[at]] = signs[at];
  return matrix;
}
