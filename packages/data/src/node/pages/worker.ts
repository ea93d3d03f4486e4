import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { createDecoder } from './decode.js';
import type { Output } from './outputs.js';
import type { PagesPlan } from './plan.js';

/** A thread's share of a file: which row groups it decodes, and to where. */
export interface Job {
  readonly path: string;
  readonly plan: PagesPlan;
  readonly outputs: readonly Output[];
  readonly groups: readonly number[];
}

/** What the thread says: each row group when it is there, or why there will be none. */
export type Said =
  | { readonly group: number; readonly sound: readonly boolean[] }
  | { readonly failure: string };

const say = (said: Said) => parentPort!.postMessage(said);

parentPort!.on('message', ({ path, plan, outputs, groups }: Job) => {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const decoder = createDecoder(file, plan, outputs);
    for (const group of groups) {
      say({ group, sound: decoder.decode(plan.groups[group]!) });
    }
    decoder.finish();
  } catch (error) {
    say({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    if (file !== undefined) closeSync(file);
  }
});
