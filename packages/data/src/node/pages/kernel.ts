import wasm from '../../kernel/parquet.wasm.js';
import type { PagesPlan } from './plan.js';

/** The compiled decoders; addresses are bytes in the memory they were made with. */
export interface Kernel {
  unpackSnappy(source: number, sourceEnd: number, target: number, targetEnd: number): number;
  allPresent(source: number, end: number, count: number): number;
  countPresent(levels: number, count: number): number;
  unpackRuns(source: number, end: number, width: number, count: number, target: number): number;
  fitFloats(type: number, source: number, count: number): number;
  toFloats(type: number, source: number, count: number, target: number): void;
  toDoubles(type: number, source: number, count: number, target: number): void;
  lookUp(
    words: number,
    size: number,
    bytes: number,
    indices: number,
    count: number,
    target: number,
  ): number;
  spread(values: number, bytes: number, present: number, levels: number, count: number): void;
  textEnds(source: number, end: number, count: number, target: number): number;
  isAscii(source: number, end: number): number;
  inspect(columns: number, width: number, rows: number, answers: number): number;
  interleave(columns: number, width: number, rows: number, target: number): void;
}

let module: WebAssembly.Module | undefined;

/** Memory of up to this size is kept by its thread for the next file: fresh pages cost time. */
const KEPT_PAGES = 1024;

let kept: WebAssembly.Memory | undefined;

/** Memory for one plan; of one thread and so for one file at a time, until it is put back. */
export function takeMemory({ layout }: PagesPlan): WebAssembly.Memory {
  const pages = Math.ceil(layout.total / 65536) + 1;
  const memory = kept;
  kept = undefined;
  if (memory && memory.buffer.byteLength >= pages * 65536) return memory;
  return new WebAssembly.Memory({ initial: pages });
}

export function returnMemory(memory: WebAssembly.Memory): void {
  if (memory.buffer.byteLength <= KEPT_PAGES * 65536) kept = memory;
}

export function createKernel(memory: WebAssembly.Memory): Kernel {
  module ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernel;
}
