// Convolutions that Winograd's transforms don't fit: the stem (1 or 3 channels) and stride 2. Each
// output pixel's 3×3 neighbourhood is copied to one row of a matrix, in cache, for one product. The
// input gradient is the product with the transposed weights, each row added back where it came
// from: no multiplication with the zeros of an upsampled gradient.
import { addTransposedProduct, product } from './product';

/** output[y][x][to] of one image; the input is bordered, `pitch` pixels a row. */
export function convolvePatches(
  input: usize, pitch: i32, weights: usize, scratch: usize, output: usize,
  height: i32, width: i32, from: i32, to: i32, stride: i32,
): void {
  gather(input, pitch, scratch, height, width, from, stride);
  product(scratch, weights, output, height * width, to, 9 * from);
}

/** sums [3][3][from][to] += the weight gradient of one image. */
export function addPatchesWeightGradient(
  input: usize, pitch: i32, gradient: usize, scratch: usize, sums: usize,
  height: i32, width: i32, from: i32, to: i32, stride: i32,
): void {
  gather(input, pitch, scratch, height, width, from, stride);
  addTransposedProduct(scratch, gradient, sums, 9 * from, to, height * width);
}

/** inputGradient [inputHeight][inputWidth][from] of one image, from gradient [height][width][to]. */
export function patchesInputGradient(
  gradient: usize, transposed: usize, scratch: usize, inputGradient: usize, inputHeight: i32, inputWidth: i32,
  height: i32, width: i32, from: i32, to: i32, stride: i32,
): void {
  product(gradient, transposed, scratch, height * width, 9 * from, to);
  memory.fill(inputGradient, 0, (<usize>(inputHeight * inputWidth * from)) << 2);
  const step = (<usize>from) << 2;
  let patch = scratch;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const left = x * stride - 1;
      const start = max(0, -left), end = min(3, inputWidth - left);
      const run = <usize>(end - start) * step;
      for (let tap = 0; tap < 3; tap++, patch += 3 * step) {
        const row = y * stride + tap - 1;
        if (row < 0 || row >= inputHeight) continue;
        addRun(patch + <usize>start * step, inputGradient + <usize>(row * inputWidth + left + start) * step, run);
      }
    }
  }
}

/** weights [9 · from][to] → transposed [to][9 · from]. */
export function transposeWeights(weights: usize, transposed: usize, from: i32, to: i32): void {
  const rows = 9 * from;
  for (let r = 0; r < rows; r++) {
    for (let o = 0; o < to; o++) {
      store<f32>(transposed + ((<usize>(o * rows + r)) << 2), load<f32>(weights + ((<usize>(r * to + o)) << 2)));
    }
  }
}

function gather(input: usize, pitch: i32, patches: usize, height: i32, width: i32, from: i32, stride: i32): void {
  const step = (<usize>from) << 2, row = <usize>pitch * step;
  const run = step * 3;
  const whole = run & ~15; // in vectors of 4; with 1 or 3 channels some numbers are left
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let source = input + <usize>(y * stride) * row + <usize>(x * stride) * step;
      for (let tap = 0; tap < 3; tap++) {
        for (let n: usize = 0; n < whole; n += 16) v128.store(patches + n, v128.load(source + n));
        for (let n = whole; n < run; n += 4) store<f32>(patches + n, load<f32>(source + n));
        patches += run;
        source += row;
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function addRun(from: usize, to: usize, bytes: usize): void {
  for (let n: usize = 0; n < bytes; n += 16) v128.store(to + n, f32x4.add(v128.load(to + n), v128.load(from + n)));
}
