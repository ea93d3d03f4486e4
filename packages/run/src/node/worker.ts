import type { MessagePort } from 'node:worker_threads';
import { InputError } from '@cede/core';
import type { CellFunctions } from '../cell/cell.js';
import { functionOf } from '../runner/function-of.js';
import type { CellTask, NamedContext } from '../runner/runner.js';

/** What a pool sends to a worker. */
export interface WorkerTask extends CellTask {
  readonly port: MessagePort;
}

/** What comes back. Errors are taken apart, because threads don't keep their class. */
export type WorkerAnswer =
  | { readonly result: unknown }
  | {
      readonly error: {
        readonly name: string;
        readonly message: string;
        readonly stack?: string;
        /** What a refusal is made of again. */
        readonly refusal?: Pick<InputError, 'sentence' | 'code' | 'details' | 'subject'>;
      };
    };

/** Milliseconds between two progress messages of a cell. */
const QUIET = 50;

/**
 * The worker's side of a pool: the entry module's default export.
 * `export default cellWorker({ fit, evaluate })`.
 */
export function cellWorker(functions: CellFunctions): (task: WorkerTask) => Promise<WorkerAnswer> {
  const contexts = new Map<string, unknown>();
  return async ({ kind, spec, needs, context, port }) => {
    let last = Number.NEGATIVE_INFINITY;
    const report = (progress: object) => {
      const now = performance.now();
      if (now - last < QUIET) return;
      last = now;
      port.postMessage(progress);
    };
    try {
      // Ended with its thread, a cell in a worker never sees its signal aborted.
      const { signal } = new AbortController();
      const { workerData } = await import('piscina');
      const given = context ? known(contexts, context) : workerData;
      return {
        result: await functionOf(functions, kind)({ spec, needs, context: given, report, signal }),
      };
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      const refusal = error instanceof InputError ? refusalOf(error) : undefined;
      return { error: { name, message, stack, ...(refusal && { refusal }) } };
    } finally {
      port.close();
    }
  };
}

/** Contexts that a thread remembers. */
const REMEMBERED = 4;

/** The context as this thread first saw it: what was computed from it is found by its arrays. */
function known(contexts: Map<string, unknown>, { name, value }: NamedContext): unknown {
  const context = contexts.get(name) ?? value;
  contexts.delete(name);
  contexts.set(name, context);
  if (contexts.size > REMEMBERED) contexts.delete(contexts.keys().next().value!);
  return context;
}

const refusalOf = ({ sentence, code, details, subject }: InputError) => ({
  sentence,
  code,
  details,
  subject,
});
