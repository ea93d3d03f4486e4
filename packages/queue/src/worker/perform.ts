import { InputError, optionText } from '@cede/core';
import type { Cell, Runner } from '@cede/run';
import { checkJob, jobOf } from '../cell/job.js';
import { linkResult, resultOf } from '../cell/results.js';
import type { ObjectStore } from '../object/store.js';
import { fetchValue, keepValue } from '../object/value.js';
import type { JobOutcome, QueueServer, TakenJob } from '../server/contract.js';
import type { ContextCache } from './contexts.js';

/** What a worker works with. */
export interface Desk {
  readonly server: QueueServer;
  readonly stores: Partial<Record<ObjectStore['kind'], ObjectStore>>;
  /** The cells it knows, by name. */
  readonly kinds: readonly string[];
  /** Cells of these kinds give further cells, which go on the queue when it is done. */
  readonly expanding: readonly string[];
  readonly pool: Runner;
  readonly contexts: ContextCache;
  /** Aborted when the worker is to leave: its cells go back on the queue. */
  readonly signal: AbortSignal;
  /** Ends this worker, which can't do what is on this queue. */
  readonly leave: (error: InputError) => void;
}

/** What a cell of an expanding kind gives. */
export interface Expansion {
  readonly cells: readonly Cell[];
  readonly context: unknown;
}

/** Milliseconds between two words on a cell's progress. */
const QUIET = 500;

/** One cell, from its data to the name of its result. */
export async function performJob(job: TakenJob, desk: Desk): Promise<JobOutcome> {
  const { server } = desk;
  try {
    checkJob(job, desk.kinds);
    const known = await resultOf(server, job.id);
    if (known && !desk.expanding.includes(job.kind)) return { result: known };
    const store = desk.stores[job.data.store];
    if (!store) {
      desk.leave(folderMissing(server.shown));
      return { giveBack: true };
    }
    const context = await desk.contexts.get(store, job.data.context);
    const result = await desk.pool.perform(
      {
        kind: job.kind,
        spec: job.data.spec,
        needs: await needsOf(job, desk.server, store),
        context,
      },
      { report: seldom(job.progress), signal: desk.signal },
    );
    if (desk.expanding.includes(job.kind)) await expand(result as Expansion, server, store);
    const object = await keepValue(store, result);
    await linkResult(server, job.id, object);
    return { result: object };
  } catch (error) {
    if (desk.signal.aborted) return { giveBack: true };
    if (error instanceof InputError && error.code !== 'object-missing')
      return { refused: error.message };
    throw error;
  }
}

/** The cells are fine: a worker without the folder must not use them up. */
const folderMissing = (server: string) =>
  new InputError(
    `worker: the cells on ${server} travel through a shared folder, and this worker was given none. Start it with ${optionText('store', 'FOLDER')}.`,
  );

async function needsOf(
  { data }: TakenJob,
  server: QueueServer,
  store: ObjectStore,
): Promise<Record<string, unknown>> {
  const needs: Record<string, unknown> = {};
  for (const [name, cell] of Object.entries(data.needs)) {
    const object = await resultOf(server, cell);
    if (!object)
      throw new InputError(`needs cell ${cell.slice(0, 12)}, whose result is not there.`);
    needs[name] = await fetchValue(store, object);
  }
  return needs;
}

/** Before the cell counts as done: a worker killed in between does it again, and nothing twice. */
async function expand({ cells, context }: Expansion, server: QueueServer, store: ObjectStore) {
  const shipment = { context: await keepValue(store, context), store: store.kind };
  await server.add(cells.map((cell) => jobOf(cell, shipment, () => false)));
}

function seldom(tell: TakenJob['progress']): TakenJob['progress'] {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - last < QUIET) return;
    last = now;
    tell(progress);
  };
}
