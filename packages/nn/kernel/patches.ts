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

/**
 * Rows of patches, in vectors of 4. With 1 or 3 channels a run isn't whole vectors: what the last one
 * brings too much is overwritten by the next run, and after the last patch there is room for it.
 */
function gather(input: usize, pitch: i32, patches: usize, height: i32, width: i32, from: i32, stride: i32): void {
  const step = (<usize>from) << 2, row = <usize>pitch * step;
  const run = step * 3;
  for (let y = 0; y < height; y++) {
    let source = input + <usize>(y * stride) * row;
    for (let x = 0; x < width; x++) {
      copyRun(source, patches, run);
      copyRun(source + row, patches + run, run);
      copyRun(source + 2 * row, patches + 2 * run, run);
      patches += 3 * run;
      source += <usize>stride * step;
    }
  }
}

// @ts-ignore: decorator
@inline
function copyRun(from: usize, to: usize, bytes: usize): void {
  for (let n: usize = 0; n < bytes; n += 16) v128.store(to + n, v128.load(from + n));
}

// @ts-ignore: decorator
@inline
function addRun(from: usize, to: usize, bytes: usize): void {
  for (let n: usize = 0; n < bytes; n += 16) v128.store(to + n, f32x4.add(v128.load(to + n), v128.load(from + n)));
}
