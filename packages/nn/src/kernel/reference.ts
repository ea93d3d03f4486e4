import type { Kernels } from './kernels.js';
import { referenceConvolutions } from './reference-convolution.js';

/**
 * The plain TypeScript twin of every kernel: slow, short, and right by reading. On a heap of
 * doubles (the same indices) it computes in double precision, for finite differences.
 */
export function referenceKernels(heap: Float32Array | Float64Array): Kernels {
  /** What batch norm, ReLU and the residual sum make of one number. */
  const positive = (value: number) => Math.max(value, 0);

  return {
    ...referenceConvolutions(heap),

    multiplyAddOnce: (a, b, c) => Math.fround(a * b + c),

    /** Each of the ten sums tends to 1, whatever it started from. */
    multiplyAddMany: (count) => {
      let sum = 0;
      for (let start = 1; start <= 10; start++) {
        let value = start;
        for (let n = 0; n < count; n++) value = Math.fround(value * 0.5 + 0.5);
        sum += value;
      }
      return sum;
    },

    moments(z, pixels, channels, out) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let p = 0; p < pixels; p++) sum += heap[z / 4 + p * channels + c];
        const mean = sum / pixels;
        let squares = 0;
        for (let p = 0; p < pixels; p++) squares += (heap[z / 4 + p * channels + c] - mean) ** 2;
        heap[out / 4 + c] = mean;
        heap[out / 4 + channels + c] = squares;
      }
    },

    activate(z, scale, shift, out, pitch, height, width, channels) {
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          for (let c = 0; c < channels; c++) {
            const value = heap[z / 4 + (y * width + x) * channels + c];
            heap[out / 4 + (y * pitch + x) * channels + c] = positive(
              value * heap[scale / 4 + c] + heap[shift / 4 + c],
            );
          }
        }
      }
    },

    activateSum(
      z,
      scale,
      shift,
      shortcut,
      shortcutPitch,
      stride,
      out,
      pitch,
      height,
      width,
      channels,
    ) {
      const narrow = channels / stride;
      const margin = (channels - narrow) / 2;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const from = shortcut / 4 + (y * shortcutPitch + x) * stride * narrow;
          for (let c = 0; c < channels; c++) {
            const value = heap[z / 4 + (y * width + x) * channels + c];
            const passed = c >= margin && c < margin + narrow ? heap[from + c - margin] : 0;
            heap[out / 4 + (y * pitch + x) * channels + c] = positive(
              value * heap[scale / 4 + c] + heap[shift / 4 + c] + passed,
            );
          }
        }
      }
    },

    gate(gradient, shortcut, stride, activation, pitch, z, mean, sums, height, width, channels) {
      const wide = channels * stride;
      const margin = (wide - channels) / 2;
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        let product = 0;
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const at = (y * width + x) * channels + c;
            let value = heap[gradient / 4 + at];
            if (stride > 0 && y % stride === 0 && x % stride === 0) {
              const pixel = (y / stride) * Math.ceil(width / stride) + x / stride;
              value += heap[shortcut / 4 + pixel * wide + margin + c];
            }
            if (!(heap[activation / 4 + (y * pitch + x) * channels + c] > 0)) value = 0;
            heap[gradient / 4 + at] = value;
            value = heap[gradient / 4 + at];
            sum += value;
            product += value * (heap[z / 4 + at] - heap[mean / 4 + c]);
          }
        }
        heap[sums / 4 + c] = sum;
        heap[sums / 4 + channels + c] = product;
      }
    },

    normaliseGradient(gradient, z, coefficients, out, pitch, height, width, channels) {
      const k = coefficients / 4;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          for (let c = 0; c < channels; c++) {
            const at = (y * width + x) * channels + c;
            heap[out / 4 + (y * pitch + x) * channels + c] =
              heap[k + c] * heap[gradient / 4 + at] +
              heap[k + channels + c] * heap[z / 4 + at] +
              heap[k + 2 * channels + c];
          }
        }
      }
    },

    average(image, pitch, height, width, channels, out) {
      for (let c = 0; c < channels; c++) {
        let sum = 0;
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) sum += heap[image / 4 + (y * pitch + x) * channels + c];
        }
        heap[out / 4 + c] = sum / (height * width);
      }
    },

    spread(down, pixels, channels, gradient) {
      for (let n = 0; n < pixels * channels; n++) {
        heap[gradient / 4 + n] = heap[down / 4 + (n % channels)] / pixels;
      }
    },

    descend(weights, velocity, gradients, slices, sliceStride, count, rate, momentum, decay) {
      for (let n = 0; n < count; n++) {
        let gradient = 0;
        for (let s = 0; s < slices; s++) gradient += heap[(gradients + s * sliceStride) / 4 + n];
        const weight = heap[weights / 4 + n];
        const speed = momentum * heap[velocity / 4 + n] + gradient + decay * weight;
        heap[velocity / 4 + n] = speed;
        heap[weights / 4 + n] = weight - rate * speed;
      }
    },
  };
}
