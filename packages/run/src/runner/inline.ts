import type { CellFunctions } from '../cell/cell.js';
import { functionOf } from './function-of.js';
import type { Runner } from './runner.js';

/** Computes cells in this thread, one at a time. */
export function inlineRunner(functions: CellFunctions, context?: unknown): Runner {
  return {
    jobs: 1,
    async perform({ kind, spec, needs }, { report, signal }) {
      // A turn of the event loop, so that timers and Ctrl-C get in between cells that never wait.
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
      return functionOf(functions, kind)({ spec, needs, context, report, signal });
    },
    async close() {},
  };
}
