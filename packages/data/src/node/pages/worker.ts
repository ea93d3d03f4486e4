import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { decodePages } from './decode.js';
import { createKernel } from './kernel.js';
import { type PagesPlan, SLOTS } from './plan.js';

/** A file for the decoding thread, and what it says of it: blocks, then the end. */
export interface Job {
  readonly path: string;
  readonly plan: PagesPlan;
  readonly memory: WebAssembly.Memory;
}
export type Said = { readonly rows: number } | { readonly end: true; readonly failure?: string };

const say = (said: Said) => parentPort!.postMessage(said);

parentPort!.on('message', ({ path, plan, memory }: Job) => {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    // The first word counts the blocks that were taken: a slot is written again only after.
    const taken = new Int32Array(memory.buffer, 0, 1);
    const blocks = decodePages(file, plan, memory, createKernel(memory));
    for (let number = 0; ; number++) {
      for (let seen = 0; ; ) {
        seen = Atomics.load(taken, 0);
        if (number - seen < SLOTS) break;
        Atomics.wait(taken, 0, seen);
      }
      const { value, done } = blocks.next();
      if (done) break;
      say({ rows: value.rows });
    }
    say({ end: true });
  } catch (error) {
    say({ end: true, failure: error instanceof Error ? error.message : String(error) });
  } finally {
    if (file !== undefined) closeSync(file);
  }
});
