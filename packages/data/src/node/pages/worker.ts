import { closeSync, openSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { createDecoder } from './decode.js';
import type { Output } from './outputs.js';
import type { PagesPlan } from './plan.js';
import { finishTask, stopTasks, type Tasks, takeTask } from './tasks.js';

/** A file that threads decode together: what of it, and to where. */
export interface Job {
  readonly path: string;
  readonly plan: PagesPlan;
  readonly outputs: readonly Output[];
  readonly tasks: Tasks;
}

/** What a thread says: that it has finished a task, or why it takes no more. */
export type Said = 'finished' | { readonly failure: string };

const say = (said: Said) => parentPort!.postMessage(said);

parentPort!.on('message', ({ path, plan, outputs, tasks }: Job) => {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const decoder = createDecoder(file, plan, outputs);
    for (let task = takeTask(tasks); task; task = takeTask(tasks)) {
      finishTask(tasks, task, decoder.decode(task));
      say('finished');
    }
    decoder.finish();
  } catch (error) {
    stopTasks(tasks);
    say({ failure: error instanceof Error ? error.message : String(error) });
  } finally {
    if (file !== undefined) closeSync(file);
  }
});
