import { stream } from '@cede/core';
import fc from 'fast-check';
import { expect } from 'vitest';
import { bordered, type Kernels } from '../src/kernel/kernels.js';
import { referenceKernels } from '../src/kernel/reference.js';
import { loadKernels, supportsFma } from '../src/kernel/webassembly.js';

/**
 * Every kernel does the same as its plain twin. Both run on their own copy of one random memory;
 * `agree` compares what a call wrote. Winograd's transforms cost about two digits of float32, so
 * convolutions are compared relative to the largest number they could produce.
 */
const PAGES = 64;
type Bench = { heap: Float32Array; kernels: Kernels };

function bench(make: (memory: WebAssembly.Memory) => Kernels): Bench {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: 65536, shared: true });
  return { heap: new Float32Array(memory.buffer), kernels: make(memory) };
}

export const twin = bench((memory) => referenceKernels(new Float32Array(memory.buffer)));
export const builds: [string, Bench][] = [
  ['plain SIMD', bench((memory) => loadKernels(memory, false))],
];
if (supportsFma()) builds.push(['fused', bench((memory) => loadKernels(memory, true))]);

/** A region of the memory, filled with normal numbers (or zeros inside a border). */
export class Memory {
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

export function agree(
  call: (kernels: Kernels) => void,
  out: number,
  count: number,
  tolerance: number,
  guarded = count,
  start = out,
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
    // Nothing around the result may be written: a cache line after every region belongs to nobody.
    for (const idle of [start / 4 - 16, out / 4 + guarded]) {
      expect(heap.slice(idle, idle + 16), name).toEqual(before.slice(idle, idle + 16));
    }
  }
}

export const sizes = fc.record({
  seed: fc.nat(),
  images: fc.integer({ min: 1, max: 3 }),
  height: fc.integer({ min: 1, max: 11 }),
  // Wide enough for more tiles side by side than the kernels transform together.
  width: fc.integer({ min: 1, max: 27 }),
  from: fc.constantFrom(16, 32),
  to: fc.constantFrom(16, 32),
  block: fc.integer({ min: 1, max: 20 }),
});
export const runs = { numRuns: 12 };
