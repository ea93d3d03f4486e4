import type { NamedContext } from '../runner/runner.js';
import type { WorkerAnswer, WorkerTask } from './worker.js';

/** What a pool is to its runner, whether it has threads or not. */
export interface Pool {
  run(task: WorkerTask, options: object): Promise<WorkerAnswer>;
  destroy(): Promise<void>;
}

/** Contexts are told apart by their names, and every pool has its own. */
let opened = 0;

/**
 * A pool without threads: cells are computed here, by the same module. A profiler and a debugger see
 * everything, and a process that runs many commands (a test) compiles the code once instead of in
 * every thread of every command. Nothing is answered meanwhile, not even Ctrl-C.
 */
export function sameThread(entry: URL, value: unknown): Pool {
  const context: NamedContext = { name: `same thread ${opened++}`, value };
  return {
    async run(task) {
      const { default: work } = await import(entry.href);
      return work({ ...task, context: task.context ?? context });
    },
    destroy: async () => undefined,
  };
}
