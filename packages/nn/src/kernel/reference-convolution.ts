import { bordered, type Kernels } from './kernels.js';

/**
 * Convolutions by their definition, in double precision: what the fast kernels are held to.
 * "Prepared" weights are the weights themselves (turned for the input gradient), "sums" the
 * gradient itself.
 */
type Convolutions = Pick<
  Kernels,
  | 'prepareWeights'
  | 'prepareTurnedWeights'
  | 'convolve'
  | 'addWeightGradient'
  | 'finishWeightGradient'
  | 'convolvePatches'
  | 'addPatchesWeightGradient'
  | 'transposeWeights'
  | 'patchesInputGradient'
>;

export function referenceConvolutions(heap: Float32Array | Float64Array): Convolutions {
  /** One image, bordered input from its very first pixel; height and width are the output's. */
  const convolveImage: Kernels['convolvePatches'] = (
    input,
    pitch,
    weights,
    _scratch,
    output,
    height,
    width,
    from,
    to,
    stride,
  ) => {
    const source = input / 4;
    const weight = weights / 4;
    let target = output / 4;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let o = 0; o < to; o++) {
          let sum = 0;
          for (let tap = 0; tap < 9; tap++) {
            const row = y * stride + Math.floor(tap / 3);
            const pixel = source + (row * pitch + x * stride + (tap % 3)) * from;
            for (let i = 0; i < from; i++) {
              sum += heap[pixel + i] * heap[weight + (tap * from + i) * to + o];
            }
          }
          heap[target++] = sum;
        }
      }
    }
  };

  /** The gradient's pixel (y, x) lies at gradient + (y · gradientPitch + x) · to. */
  const addImageWeightGradient = (
    input: number,
    pitch: number,
    gradient: number,
    gradientPitch: number,
    sums: number,
    height: number,
    width: number,
    from: number,
    to: number,
    stride: number,
  ) => {
    for (let tap = 0; tap < 9; tap++) {
      for (let i = 0; i < from; i++) {
        for (let o = 0; o < to; o++) {
          let sum = 0;
          for (let y = 0; y < height; y++) {
            const row = y * stride + Math.floor(tap / 3);
            for (let x = 0; x < width; x++) {
              const pixel = row * pitch + x * stride + (tap % 3);
              sum +=
                heap[input / 4 + pixel * from + i] *
                heap[gradient / 4 + (y * gradientPitch + x) * to + o];
            }
          }
          heap[sums / 4 + (tap * from + i) * to + o] += sum;
        }
      }
    }
  };

  return {
    prepareWeights(weights, prepared, _scratch, from, to) {
      heap.copyWithin(prepared / 4, weights / 4, weights / 4 + 9 * from * to);
    },
    prepareTurnedWeights(weights, prepared, _scratch, from, to) {
      for (let tap = 0; tap < 9; tap++) {
        for (let i = 0; i < from; i++) {
          for (let o = 0; o < to; o++) {
            heap[prepared / 4 + ((8 - tap) * to + o) * from + i] =
              heap[weights / 4 + (tap * from + i) * to + o];
          }
        }
      }
    },
    convolve(input, prepared, scratch, output, images, height, width, from, to) {
      const { pitch, size } = bordered(height, width, from);
      for (let n = 0; n < images; n++) {
        const target = output + 4 * n * height * width * to;
        const source = input + 4 * n * size;
        convolveImage(source, pitch, prepared, scratch, target, height, width, from, to, 1);
      }
    },
    addWeightGradient(input, gradient, _scratch, sums, images, height, width, from, to) {
      const source = bordered(height, width, from);
      const target = bordered(height, width, to);
      for (let n = 0; n < images; n++) {
        const at = gradient + 4 * n * target.size + target.inner;
        const { pitch } = source;
        const image = input + 4 * n * source.size;
        addImageWeightGradient(image, pitch, at, pitch, sums, height, width, from, to, 1);
      }
    },
    finishWeightGradient(sums, gradient, _scratch, from, to) {
      heap.copyWithin(gradient / 4, sums / 4, sums / 4 + 9 * from * to);
    },
    convolvePatches: convolveImage,
    addPatchesWeightGradient(
      input,
      pitch,
      gradient,
      _scratch,
      sums,
      height,
      width,
      from,
      to,
      stride,
    ) {
      const gradientPitch = width;
      addImageWeightGradient(
        input,
        pitch,
        gradient,
        gradientPitch,
        sums,
        height,
        width,
        from,
        to,
        stride,
      );
    },
    transposeWeights(weights, transposed, from, to) {
      for (let row = 0; row < 9 * from; row++) {
        for (let o = 0; o < to; o++) {
          heap[transposed / 4 + o * 9 * from + row] = heap[weights / 4 + row * to + o];
        }
      }
    },
    patchesInputGradient(
      gradient,
      transposed,
      _scratch,
      inputGradient,
      inputHeight,
      inputWidth,
      height,
      width,
      from,
      to,
      stride,
    ) {
      for (let row = 0; row < inputHeight; row++) {
        for (let column = 0; column < inputWidth; column++) {
          for (let i = 0; i < from; i++) {
            let sum = 0;
            for (let tap = 0; tap < 9; tap++) {
              const y = (row + 1 - Math.floor(tap / 3)) / stride;
              const x = (column + 1 - (tap % 3)) / stride;
              if (!Number.isInteger(y) || !Number.isInteger(x)) continue;
              if (y < 0 || x < 0 || y >= height || x >= width) continue;
              for (let o = 0; o < to; o++) {
                sum +=
                  heap[gradient / 4 + (y * width + x) * to + o] *
                  heap[transposed / 4 + (o * 9 + tap) * from + i];
              }
            }
            heap[inputGradient / 4 + (row * inputWidth + column) * from + i] = sum;
          }
        }
      }
    },
  };
}
