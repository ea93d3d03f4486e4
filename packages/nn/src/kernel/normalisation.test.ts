import { stream } from '@cede/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agree, builds, Memory, runs, sizes, twin } from '../../test/agreement.js';
import { bordered, type Kernels } from './kernels.js';

describe('the passes between convolutions agree with their twins', () => {
  it('moments, also far from zero', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(0, 100), ({ seed, height, width, to }, offset) => {
        const memory = new Memory(seed);
        const random = stream(seed, 'offset');
        const pixels = height * width + 1;
        const z = memory.numbers(pixels * to, () => offset + random.normal());
        const out = memory.room(2 * to);
        agree((k) => k.moments(z, pixels, to, out), out, to, 1e-5, 2 * to);
        agree((k) => k.moments(z, pixels, to, out), out + 4 * to, to, 1e-5, to, out);
      }),
      runs,
    );
  });

  it('activate, with and without a shortcut', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(1, 2), ({ seed, height, width, to }, stride) => {
        const memory = new Memory(seed);
        const [rows, columns] = [Math.ceil(height / stride), Math.ceil(width / stride)];
        const z = memory.numbers(rows * columns * to);
        const [scale, shift] = [memory.numbers(to), memory.numbers(to)];
        const shortcut = memory.images(1, height, width, to / stride);
        const { pitch, inner } = bordered(height, width, to / stride);
        const border = bordered(rows, columns, to);
        const out = memory.room(border.size);
        const first = out + border.inner;
        agree(
          (k) => k.activate(z, scale, shift, first, border.pitch, rows, columns, to),
          out,
          border.size,
          1e-6,
        );
        agree(
          (k) =>
            k.activateSum(
              z,
              scale,
              shift,
              shortcut + inner,
              pitch,
              stride,
              first,
              border.pitch,
              rows,
              columns,
              to,
            ),
          out,
          border.size,
          1e-6,
        );
      }),
      runs,
    );
  });

  it('gate, without a shortcut and with both kinds', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(0, 1, 2), ({ seed, height, width, to }, stride) => {
        const memory = new Memory(seed);
        const count = height * width * to;
        const gradient = memory.numbers(count);
        const shortcut = memory.numbers(2 * count + 16 * to);
        const activation = memory.images(1, height, width, to);
        const { pitch, inner, size } = bordered(height, width, to);
        for (let n = 0; n < size; n++) {
          const at = activation / 4 + n;
          twin.heap[at] = Math.max(0, twin.heap[at]); // as a ReLU leaves them: many are exactly 0
        }
        const z = memory.numbers(count);
        const mean = memory.numbers(to);
        const sums = memory.room(2 * to);
        const call = (k: Kernels) =>
          k.gate(
            gradient,
            shortcut,
            stride,
            activation + inner,
            pitch,
            z,
            mean,
            sums,
            height,
            width,
            to,
          );
        const before = twin.heap.slice();
        agree(call, gradient, count, 1e-6);
        twin.heap.set(before);
        agree(call, sums, 2 * to, 1e-5);
      }),
      runs,
    );
  });

  it("batch norm's backward, and a step of descent", () => {
    fc.assert(
      fc.property(sizes, ({ seed, height, width, to }) => {
        const memory = new Memory(seed);
        const count = height * width * to;
        const [gradient, z] = [memory.numbers(count), memory.numbers(count)];
        const coefficients = memory.numbers(3 * to);
        const border = bordered(height, width, to);
        const out = memory.room(border.size);
        agree(
          (k) =>
            k.normaliseGradient(
              gradient,
              z,
              coefficients,
              out + border.inner,
              border.pitch,
              height,
              width,
              to,
            ),
          out,
          border.size,
          1e-6,
        );
        const slices = memory.numbers(8 * count);
        const call = (k: Kernels) =>
          k.descend(gradient, z, slices, 8, 4 * count, count, 0.1, 0.9, 1e-2);
        const before = twin.heap.slice();
        agree(call, gradient, count, 1e-6);
        twin.heap.set(before);
        agree(call, z, count, 1e-6);
      }),
      runs,
    );
  });

  it('average and its gradient', () => {
    fc.assert(
      fc.property(sizes, ({ seed, height, width, to }) => {
        const memory = new Memory(seed);
        const image = memory.images(1, height, width, to);
        const { pitch, inner } = bordered(height, width, to);
        const out = memory.room(to);
        agree((k) => k.average(image + inner, pitch, height, width, to, out), out, to, 1e-6);
        const gradient = memory.room(height * width * to);
        agree(
          (k) => k.spread(out, height * width, to, gradient),
          gradient,
          height * width * to,
          1e-6,
        );
      }),
      runs,
    );
  });

  it('the multiply-adds of the probe and the benchmark', () => {
    for (const [name, { kernels }] of builds) {
      for (const count of [0, 1, 2, 50]) {
        expect(kernels.multiplyAddMany(count), name).toBe(twin.kernels.multiplyAddMany(count));
      }
      const a = 1 + 2 ** -23;
      const fused = kernels.multiplyAddOnce(a, a, -(1 + 2 ** -22));
      expect(fused, name).toBe(name === 'fused' ? 2 ** -46 : 0);
    }
    expect(twin.kernels.multiplyAddOnce(2, 3, 4)).toBe(10);
  });
});
