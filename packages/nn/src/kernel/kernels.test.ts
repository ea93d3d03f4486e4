import { stream } from '@cede/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bordered, convolutionScratch, type Kernels, tilesOf } from './kernels.js';
import { referenceKernels } from './reference.js';
import { loadKernels, supportsFma } from './webassembly.js';

/**
 * Every kernel does the same as its plain twin. Both run on their own copy of one random memory;
 * `check` compares what a call wrote. Winograd's transforms cost about two digits of float32, so
 * convolutions are compared relative to the largest number they could produce.
 */
const PAGES = 64;
type Bench = { heap: Float32Array; kernels: Kernels };

function bench(make: (memory: WebAssembly.Memory) => Kernels): Bench {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: 65536, shared: true });
  return { heap: new Float32Array(memory.buffer), kernels: make(memory) };
}

const twin = bench((memory) => referenceKernels(new Float32Array(memory.buffer)));
const builds: [string, Bench][] = [['plain SIMD', bench((memory) => loadKernels(memory, false))]];
if (supportsFma()) builds.push(['fused', bench((memory) => loadKernels(memory, true))]);

/** A region of the memory, filled with normal numbers (or zeros inside a border). */
class Memory {
  private end = 1024;
  private readonly random;
  constructor(seed: number) {
    this.random = stream(seed, 'kernels');
    twin.heap.fill(0);
  }
  numbers(count: number, value: () => number = () => this.random.normal()): number {
    const at = this.room(count);
    for (let n = 0; n < count; n++) twin.heap[at / 4 + n] = value();
    return at;
  }
  room(count: number): number {
    const at = this.end;
    this.end += Math.ceil((4 * count) / 64) * 64 + 64;
    if (this.end > twin.heap.byteLength) throw new Error('the test needs more memory');
    return at;
  }
  images(count: number, height: number, width: number, channels: number): number {
    const { pitch, size, inner } = bordered(height, width, channels);
    const at = this.room(count * size);
    for (let n = 0; n < count; n++) {
      for (let y = 0; y < height; y++) {
        for (let i = 0; i < width * channels; i++) {
          twin.heap[(at + inner) / 4 + n * size + y * pitch * channels + i] = this.random.normal();
        }
      }
    }
    return at;
  }
}

function agree(
  call: (kernels: Kernels) => void,
  out: number,
  count: number,
  tolerance: number,
  guarded = count,
) {
  const before = twin.heap.slice();
  call(twin.kernels);
  const right = twin.heap.slice(out / 4, out / 4 + count);
  const scale = right.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  for (const [name, { heap, kernels }] of builds) {
    heap.set(before);
    call(kernels);
    const found = heap.subarray(out / 4, out / 4 + count);
    let worst = 0;
    for (let n = 0; n < count; n++) worst = Math.max(worst, Math.abs(found[n] - right[n]) / scale);
    expect(worst, name).toBeLessThan(tolerance);
    // Neither build may write past its result: a guard of one cache line is kept.
    expect(heap[out / 4 + guarded + 15], name).toBe(before[out / 4 + guarded + 15]);
  }
}

const sizes = fc.record({
  seed: fc.nat(),
  images: fc.integer({ min: 1, max: 3 }),
  height: fc.integer({ min: 1, max: 11 }),
  width: fc.integer({ min: 1, max: 11 }),
  from: fc.constantFrom(16, 32),
  to: fc.constantFrom(16, 32),
  block: fc.integer({ min: 1, max: 20 }),
});
const runs = { numRuns: 12 };

describe('kernels agree with their twins', () => {
  it('convolve, forward and turned', () => {
    fc.assert(
      fc.property(sizes, ({ seed, images, height, width, from, to, block }) => {
        const memory = new Memory(seed);
        const input = memory.images(images, height, width, from);
        const weights = memory.numbers(9 * from * to);
        const scratch = memory.room(convolutionScratch(block, from, to) / 4);
        const prepared = memory.room(36 * from * to);
        const count = images * height * width * to;
        const out = memory.room(count);
        for (const prepare of ['prepareWeights', 'prepareTurnedWeights'] as const) {
          const [a, b] = prepare === 'prepareWeights' ? [from, to] : [to, from];
          agree(
            (kernels) => {
              kernels[prepare](weights, prepared, scratch, a, b);
              kernels.convolve(
                input,
                prepared,
                scratch,
                out,
                images,
                height,
                width,
                from,
                to,
                block,
              );
            },
            out,
            count,
            1e-5,
          );
        }
      }),
      runs,
    );
  });

  it('weight gradient', () => {
    fc.assert(
      fc.property(sizes, ({ seed, images, height, width, from, to, block }) => {
        const memory = new Memory(seed);
        const input = memory.images(images, height, width, from);
        const gradient = memory.images(images, height, width, to);
        const scratch = memory.room(convolutionScratch(block, from, to) / 4);
        const sums = memory.room(36 * from * to);
        const out = memory.room(9 * from * to);
        agree(
          (kernels) => {
            for (let twice = 0; twice < 2; twice++) {
              kernels.addWeightGradient(
                input,
                gradient,
                scratch,
                sums,
                images,
                height,
                width,
                from,
                to,
                block,
              );
            }
            kernels.finishWeightGradient(sums, out, scratch, from, to);
          },
          out,
          9 * from * to,
          1e-5,
        );
      }),
      runs,
    );
  });

  it('patches: forward, weight gradient, input gradient', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.constantFrom(1, 2),
        fc.constantFrom(1, 3, 16),
        ({ seed, height, width, to }, stride, from) => {
          const memory = new Memory(seed);
          const [rows, columns] = [Math.ceil(height / stride), Math.ceil(width / stride)];
          const input = memory.images(1, height, width, from);
          const { pitch } = bordered(height, width, from);
          const weights = memory.numbers(9 * from * to);
          const gradient = memory.numbers(rows * columns * to);
          const scratch = memory.room(rows * columns * 9 * from);
          const transposed = memory.room(9 * from * to);
          const out = memory.numbers(Math.max(9 * from * to, height * width * to));
          const pixels = rows * columns;
          agree(
            (k) =>
              k.convolvePatches(
                input,
                pitch,
                weights,
                scratch,
                out,
                rows,
                columns,
                from,
                to,
                stride,
              ),
            out,
            pixels * to,
            1e-6,
          );
          agree(
            (k) =>
              k.addPatchesWeightGradient(
                input,
                pitch,
                gradient,
                scratch,
                out,
                rows,
                columns,
                from,
                to,
                stride,
              ),
            out,
            9 * from * to,
            1e-6,
          );
          if (from % 8 !== 0) return; // the stem's input needs no gradient
          agree(
            (k) => {
              k.transposeWeights(weights, transposed, from, to);
              k.patchesInputGradient(
                gradient,
                transposed,
                scratch,
                out,
                height,
                width,
                rows,
                columns,
                from,
                to,
                stride,
              );
            },
            out,
            height * width * from,
            1e-6,
          );
        },
      ),
      runs,
    );
  });

  it('moments, also far from zero', () => {
    fc.assert(
      fc.property(sizes, fc.constantFrom(0, 100), ({ seed, height, width, to }, offset) => {
        const memory = new Memory(seed);
        const random = stream(seed, 'offset');
        const pixels = height * width + 1;
        const z = memory.numbers(pixels * to, () => offset + random.normal());
        const out = memory.room(2 * to);
        agree((k) => k.moments(z, pixels, to, out), out, to, 1e-5, 2 * to);
        agree((k) => k.moments(z, pixels, to, out), out + 4 * to, to, 1e-5);
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
        const { pitch, inner } = bordered(height, width, to);
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

  it('counts tiles', () => {
    expect([tilesOf(28, 28), tilesOf(7, 14), tilesOf(1, 1)]).toEqual([49, 8, 1]);
  });
});
