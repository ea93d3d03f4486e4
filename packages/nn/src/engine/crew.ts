import { Worker } from 'node:worker_threads';
import { InputError } from '@cede/core';
import { CONTROL, type Context, createContext, createMemory } from './context.js';
import { type EngineConfiguration, layoutOf } from './layout.js';
import { runPhases } from './phases.js';
import { PROGRAMS, type Program, programsOf } from './programs.js';

/** What a worker thread is started with. */
export interface Assignment {
  configuration: EngineConfiguration;
  memory: WebAssembly.Memory;
  pixels: SharedArrayBuffer;
  thread: number;
}

/** The threads of one engine: the caller's and, beside it, workers that sleep between programs. */
export interface Crew {
  context: Context;
  /** Runs a program on the first `images` picks; returns when every thread is done. */
  run(program: Program, images: number): void;
  /** Ends the workers. */
  dismiss(): Promise<void>;
}

/** Run from the sources (tests) the workers still need JavaScript: the build's. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/engine/worker.js' : './worker.js',
  import.meta.url,
);

export async function gatherCrew(
  configuration: EngineConfiguration,
  pixels: Uint8Array,
): Promise<Crew> {
  const layout = layoutOf(configuration);
  const { spec, batch, threads } = configuration;
  if (layout.bytes > 65536 * 65536) {
    throw new InputError(
      `a ResNet-${spec.depth} on ${spec.height}×${spec.width} images at batch ${batch} needs ` +
        `${(layout.bytes / 2 ** 30).toFixed(1)} GiB and 4 can be addressed: use a smaller batch.`,
    );
  }
  const memory = createMemory(layout);
  const shared = threads > 1 ? sharedCopy(pixels) : pixels;
  const context = createContext(configuration, memory, shared, 0);
  const workers: Worker[] = [];
  for (let thread = 1; thread < threads; thread++) {
    const workerData: Assignment = {
      configuration,
      memory,
      pixels: shared.buffer as SharedArrayBuffer,
      thread,
    };
    workers.push(new Worker(WORKER, { workerData }));
  }
  try {
    await Promise.all(workers.map(ready));
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.terminate()));
    throw error;
  }
  return lead(context, workers);
}

function lead(context: Context, workers: Worker[]): Crew {
  const programs = programsOf(context);
  const { control } = context;
  return {
    context,
    run(program, images) {
      control[CONTROL.images] = images;
      control[CONTROL.program] = PROGRAMS.indexOf(program);
      Atomics.add(control, CONTROL.command, 1);
      Atomics.notify(control, CONTROL.command);
      runPhases(context, programs[program]);
    },
    async dismiss() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** A worker says so when it has compiled its kernels; only then may the leading thread block. */
function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
}

function sharedCopy(pixels: Uint8Array): Uint8Array {
  if (pixels.buffer instanceof SharedArrayBuffer && pixels.byteOffset === 0) return pixels;
  const copy = new Uint8Array(new SharedArrayBuffer(pixels.length));
  copy.set(pixels);
  return copy;
}
