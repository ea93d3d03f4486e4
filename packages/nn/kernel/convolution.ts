// Convolution 3×3 of stride 1 by Winograd's transforms. Activations are NHWC inside a zero border:
// one pixel on every side, and as many on the right and below as make whole 4×4 tiles, so that no
// tile needs a special case on the way in. A block of tiles goes through transform, 36 matrix
// products and back while it is in the second-level cache.
import { addTransposedProduct, product } from './product';
import {
  transformGradient,
  transformInput,
  transformOutput,
  transformWeightGradient,
  transformWeights,
} from './transforms';

/** Tiles side by side that go through the input transform together: more don't fit the first-level cache. */
const RUN: i32 = 4;
/** Bytes of scratch kept for tiles on their way through a transform. */
const TEMP: usize = 2048;
/** Each of 36 planes ends with an idle cache line, or all of them would fall into the same cache sets. */
const SKEW: usize = 64;

/** weights [3][3][from][to] → prepared, 36 planes of [from][to]. */
export function prepareWeights(weights: usize, prepared: usize, scratch: usize, from: i32, to: i32): void {
  const pairs = (<usize>from * to) << 2;
  const plane = pairs + SKEW;
  for (let n: usize = 0; n < pairs; n += 16) transformWeights(weights + n, pairs, scratch, prepared + n, plane);
}

/** The same for the input gradient: weights turned by 180° and channels exchanged. */
export function prepareTurnedWeights(weights: usize, prepared: usize, scratch: usize, from: i32, to: i32): void {
  const turned = scratch + TEMP;
  const pairs = from * to;
  for (let tap = 0; tap < 9; tap++) {
    for (let i = 0; i < from; i++) {
      for (let o = 0; o < to; o++) {
        const value = load<f32>(weights + ((<usize>(tap * pairs + i * to + o)) << 2));
        store<f32>(turned + ((<usize>((8 - tap) * pairs + o * from + i)) << 2), value);
      }
    }
  }
  prepareWeights(turned, prepared, scratch, to, from);
}

/** output[image][y][x][to] = the convolution of the bordered input; `block` tiles at a time. */
export function convolve(
  input: usize, prepared: usize, scratch: usize, output: usize,
  images: i32, height: i32, width: i32, from: i32, to: i32, block: i32,
): void {
  const across = (width + 3) >> 2, down = (height + 3) >> 2;
  const perImage = across * down;
  const tiles = images * perImage;
  const inputPlane = ((<usize>block * from) << 2) + SKEW;
  const outputPlane = ((<usize>block * to) << 2) + SKEW;
  const transformed = scratch + TEMP;
  const products = transformed + 36 * inputPlane;
  const weightPlane = ((<usize>from * to) << 2) + SKEW;
  const step = (<usize>to) << 2, row = step * width;
  for (let first = 0; first < tiles; first += block) {
    const count = min(block, tiles - first);
    transformTiles(input, scratch, transformed, inputPlane, first, count, across, down, from);
    for (let f: usize = 0; f < 36; f++) {
      product(transformed + f * inputPlane, prepared + f * weightPlane, products + f * outputPlane, count, to, from);
    }
    for (let t = 0; t < count; t++) {
      const tile = first + t;
      const image = tile / perImage;
      const within = tile - image * perImage;
      const y = (within / across) << 2, x = (within % across) << 2;
      const target = output + <usize>(image * height + y) * row + <usize>x * step;
      const source = products + <usize>t * step;
      const inside = min(4, height - y), wide = min(4, width - x);
      for (let c: usize = 0; c < step; c += 16) {
        transformOutput(source + c, outputPlane, scratch, target + c, step, row, inside, wide);
      }
    }
  }
}

/** sums, 36 planes of [from][to], += the weight gradient of these images, still transformed. */
export function addWeightGradient(
  input: usize, gradient: usize, scratch: usize, sums: usize,
  images: i32, height: i32, width: i32, from: i32, to: i32, block: i32,
): void {
  const across = (width + 3) >> 2, down = (height + 3) >> 2;
  const tiles = images * across * down;
  const inputPlane = ((<usize>block * from) << 2) + SKEW;
  const gradientPlane = ((<usize>block * to) << 2) + SKEW;
  const transformed = scratch + TEMP;
  const gradients = transformed + 36 * inputPlane;
  const sumPlane = ((<usize>from * to) << 2) + SKEW;
  for (let first = 0; first < tiles; first += block) {
    const count = min(block, tiles - first);
    transformTiles(input, scratch, transformed, inputPlane, first, count, across, down, from);
    const step = (<usize>to) << 2, padded = <usize>(4 * across + 2) * step;
    for (let t = 0; t < count; t++) {
      const source = tileStart(gradient, first + t, across, down, to) + padded + step;
      const target = gradients + <usize>t * step;
      for (let c: usize = 0; c < step; c += 16) {
        transformGradient(source + c, step, padded, scratch, target + c, gradientPlane);
      }
    }
    for (let f: usize = 0; f < 36; f++) {
      addTransposedProduct(transformed + f * inputPlane, gradients + f * gradientPlane, sums + f * sumPlane, from, to, count);
    }
  }
}

/** sums → gradient [3][3][from][to]. */
export function finishWeightGradient(sums: usize, gradient: usize, scratch: usize, from: i32, to: i32): void {
  const pairs = (<usize>from * to) << 2;
  const plane = pairs + SKEW;
  for (let n: usize = 0; n < pairs; n += 16) transformWeightGradient(sums + n, plane, scratch, gradient + n, pairs);
}

// @ts-ignore: decorator
@inline
function tileStart(input: usize, tile: i32, across: i32, down: i32, channels: i32): usize {
  const perImage = across * down;
  const image = tile / perImage;
  const within = tile - image * perImage;
  const y = (within / across) << 2, x = (within % across) << 2;
  const width = 4 * across + 2, height = 4 * down + 2;
  return input + ((<usize>((image * height + y) * width + x) * channels) << 2);
}

function transformTiles(
  input: usize, scratch: usize, transformed: usize, plane: usize,
  first: i32, count: i32, across: i32, down: i32, channels: i32,
): void {
  const step = (<usize>channels) << 2, row = <usize>(4 * across + 2) * step;
  for (let t = 0; t < count; ) {
    const source = tileStart(input, first + t, across, down, channels);
    const target = transformed + <usize>t * step;
    const run = min(RUN, min(count - t, across - (first + t) % across));
    for (let c: usize = 0; c < step; c += 16) transformInput(source + c, step, row, scratch, target + c, plane, run);
    t += run;
  }
}
