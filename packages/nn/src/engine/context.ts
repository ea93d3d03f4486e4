import type { Kernels } from '../kernel/kernels.js';
import { referenceKernels } from '../kernel/reference.js';
import { loadKernels } from '../kernel/webassembly.js';
import {
  type EngineConfiguration,
  type Layout,
  layoutOf,
  SLICES,
  type Workspace,
} from './layout.js';

/** Words of the control area. */
export const CONTROL = {
  /** Threads that have finished the present phase. */
  arrived: 0,
  /** Grows by one with every finished phase; what waiting threads watch. */
  generation: 1,
  /** The next slice nobody has taken. */
  next: 2,
  /** Grows by one with every command; what idle workers watch. */
  command: 3,
  /** Which program the command runs. */
  program: 4,
  /** Images in this step. */
  images: 5,
  /** Set when a thread failed. */
  failed: 6,
  /** Pixels of padding around a crop. */
  padding: 7,
} as const;

/** One thread's view of the engine: shared memory, its kernels and its own workspace. */
export interface Context {
  configuration: EngineConfiguration;
  layout: Layout;
  kernels: Kernels;
  workspace: Workspace;
  heap: Float32Array | Float64Array;
  doubles: Float64Array;
  integers: Int32Array;
  control: Int32Array;
  settings: Float64Array;
  pixels: Uint8Array;
}

export function createContext(
  configuration: EngineConfiguration,
  memory: WebAssembly.Memory,
  pixels: Uint8Array,
  thread: number,
  heap: Float32Array | Float64Array = new Float32Array(memory.buffer),
): Context {
  const layout = layoutOf(configuration);
  const { buffer } = memory;
  return {
    configuration,
    layout,
    kernels: configuration.reference
      ? referenceKernels(heap)
      : loadKernels(memory, configuration.fma),
    workspace: layout.workspaces[thread],
    heap,
    doubles: new Float64Array(buffer),
    integers: new Int32Array(buffer),
    control: new Int32Array(buffer, layout.control, 16),
    settings: new Float64Array(buffer, layout.settings, 4),
    pixels,
  };
}

export function createMemory(layout: Layout): WebAssembly.Memory {
  return new WebAssembly.Memory({
    initial: Math.ceil(layout.bytes / 65536),
    maximum: 65536,
    shared: true,
  });
}

/** First and one past the last image of a slice. */
export function sliceBounds(context: Context, slice: number): [number, number] {
  const images = context.control[CONTROL.images];
  return [Math.floor((slice * images) / SLICES), Math.floor(((slice + 1) * images) / SLICES)];
}

/** Calls `work` for each group of at most `size` images of a slice. */
export function eachGroup(
  context: Context,
  slice: number,
  size: number,
  work: (first: number, count: number) => void,
): void {
  const [start, end] = sliceBounds(context, slice);
  for (let first = start; first < end; first += size) work(first, Math.min(size, end - first));
}
