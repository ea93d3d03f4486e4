import { decodeBase64 } from '../encoding/base64.js';
import wasm from './scorer.wasm.js';

/** One WebAssembly instance: the kernel's functions and a memory handed out from the front. */
export interface Kernel {
  readonly exports: KernelExports;
  /** Reserves bytes (16-byte aligned, zeroed) and returns their address. */
  reserve(bytes: number): number;
  floats(address: number, count: number): Float32Array;
  ints(address: number, count: number): Int32Array;
  words(address: number, count: number): Uint32Array;
  bytes(address: number, count: number): Uint8Array;
  doubles(address: number, count: number): Float64Array;
}

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  features(
    p: number,
    count: number,
    classes: number,
    top: number,
    out: number,
    stride: number,
    classAt: number,
  ): void;
  calibrated(
    p: number,
    count: number,
    classes: number,
    parameters: number,
    scratch: number,
    out: number,
    stride: number,
    answerAt: number,
    at: number,
  ): void;
  score(
    plan: number,
    records: number,
    count: number,
    kind: number,
    out: number,
    share: number,
  ): void;
  batch(plan: number, records: number, order: number, count: number, kind: number): number;
  evaluate(plan: number, records: number, order: number, count: number, kind: number): number;
  drawRows(state: number, counts: number, rows: number): void;
  sumFlagged(counts: number, flags: number, bytes: number): number;
  besideEachOther(
    draws: number,
    stride: number,
    counts: number,
    scratch: number,
    places: number,
  ): number;
  gainsAtRates(
    counts: number,
    rows: number,
    words: number,
    blocks: number,
    blockCount: number,
    together: number,
    targets: number,
    rates: number,
    state: number,
    out: number,
  ): void;
  addRows(
    codes: number,
    inputs: number,
    starts: number,
    slopes: number,
    order: number,
    from: number,
    to: number,
    sums: number,
  ): void;
  subtract(large: number, small: number, bytes: number): void;
  bestCut(
    sums: number,
    starts: number,
    inputs: number,
    rows: number,
    leastRows: number,
    penalty: number,
    leastGain: number,
    out: number,
  ): void;
  partition(
    codes: number,
    inputs: number,
    order: number,
    from: number,
    to: number,
    input: number,
    cut: number,
    scratch: number,
  ): number;
  epoch(
    plan: number,
    records: number,
    order: number,
    rows: number,
    size: number,
    kind: number,
    decay: number,
    beta1: number,
    beta2: number,
    corrections: number,
    epsilon: number,
  ): number;
}

const PAGE = 65536;
let compiled: WebAssembly.Module | null | undefined;

/** Compiled once; null where the engine has no WebAssembly SIMD (then the reference runs). */
function kernelModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    compiled = compile(decodeBase64(wasm));
  }
  return compiled;
}

/** Compiling tells what `validate` would, which reads everything once more. */
function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}

export function hasKernel(): boolean {
  return kernelModule() !== null;
}

export function createKernel(): Kernel {
  const module = kernelModule();
  if (!module) throw new Error('this engine has no WebAssembly SIMD');
  const exports = new WebAssembly.Instance(module).exports as unknown as KernelExports;
  const { memory } = exports;
  // Past the kernel's own data, on a cache line, so that 64-byte records never straddle two.
  let top = (exports.heapBase() + 63) & ~63;
  return {
    exports,
    reserve(bytes) {
      const address = top;
      top += bytes + 63 - ((bytes + 63) % 64);
      const missing = top - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      return address;
    },
    floats: (address, count) => new Float32Array(memory.buffer, address, count),
    ints: (address, count) => new Int32Array(memory.buffer, address, count),
    words: (address, count) => new Uint32Array(memory.buffer, address, count),
    bytes: (address, count) => new Uint8Array(memory.buffer, address, count),
    doubles: (address, count) => new Float64Array(memory.buffer, address, count),
  };
}
