import { InputError, optionText } from '@cede/core';
import { type Cell, hashOf, type Runner } from '@cede/run';
import { describeCell, jobOf } from '../cell/job.js';
import { linkResult, resultOf } from '../cell/results.js';
import type { ObjectStore } from '../object/store.js';
import { fetchValue, keepValue } from '../object/value.js';
import type { JobState, QueueServer } from '../server/contract.js';
import { WaitingRoom } from './waiting-room.js';

/** How cells come to a queue and their results come back. */
export interface QueueRunnerOptions {
  readonly server: QueueServer;
  readonly store: ObjectStore;
  /** Given to every cell as `context`: tables, images. Kept in the store before the first cell is. */
  readonly context: unknown;
  /** Where work without a name is done, which nobody keeps. */
  readonly local?: () => Runner;
  /** Milliseconds between two looks at cells that nothing was heard of. */
  readonly interval?: number;
  /** Go on with what is there already; refused where nothing is. */
  readonly resume?: Resuming;
  /** Told if nobody does the work. */
  readonly onNoWorker?: () => void;
}

/**
 * The rounds of a command share it: the first must find cells on the queue or in its own ledger, and
 * those after it may never have been put there.
 */
export interface Resuming {
  isAttached: boolean;
}

/** Cells and the results that were there before them. */
interface Announced {
  readonly cells: readonly Cell[];
  readonly found: ReadonlyMap<string, unknown>;
}

/** Cells at a time: everything that is ready is on the queue, and waits there. */
const ALL = 1000;

/**
 * Puts cells on a queue and waits for their results. All cells of a run go there at once, those that
 * need others behind them, so the workers go on when this process leaves. The cell's hash is the
 * job's id: whoever asks for the same cell shares the job.
 */
export function queueRunner(options: QueueRunnerOptions): Runner {
  const { server, store, resume, interval = 1000 } = options;
  let local: Runner | undefined;
  let announced: Announced = { cells: [], found: new Map() };
  const room = new WaitingRoom(server, interval, () => putOn(announced, options));
  return {
    jobs: ALL,
    goesOn: true,
    async announce(cells, found) {
      if (resume && !resume.isAttached && found.size === 0) await insistOnSome(cells, server);
      if (resume) resume.isAttached = true;
      if (cells.length === 0) return;
      await room.open();
      announced = {
        cells: [...announced.cells, ...cells],
        found: new Map([...announced.found, ...found]),
      };
      await putOn({ cells, found }, options);
      if ((await server.workers()).length === 0) options.onNoWorker?.();
    },
    async perform(task, watch) {
      if (task.cell === undefined) {
        local ??= options.local?.();
        if (!local) throw new InputError(`queue: ${task.kind} has no name to be kept under.`);
        return local.perform(task, watch);
      }
      const ended = await room.ended(task.cell, watch);
      if (ended.state === 'failed') throw failureOf(task.cell, ended);
      return fetchValue(store, ended.result);
    },
    async close() {
      await local?.close();
      await room.close();
    },
  };
}

/** Ships what the cells are given and need, and puts those on the queue that are not there. */
async function putOn({ cells, found }: Announced, options: QueueRunnerOptions): Promise<void> {
  const { server, store } = options;
  const context = await keepValue(store, options.context);
  const ids = cells.map(hashOf);
  const missing = new Set(ids);
  const needed = cells.flatMap(({ needs }) => Object.values(needs ?? {}).map(hashOf));
  // Results that this run found in its ledger, and a worker can't know.
  for (const id of new Set(needed))
    if (!missing.has(id) && found.has(id) && !(await resultOf(server, id)))
      await linkResult(server, id, await keepValue(store, found.get(id)));
  const states = await server.look(ids);
  await server.remove(ids.filter((_, k) => states[k]?.state === 'failed'));
  const shipment = { context, store: store.kind };
  await server.add(cells.map((cell) => jobOf(cell, shipment, (id) => missing.has(id))));
}

async function insistOnSome(cells: readonly Cell[], server: QueueServer): Promise<void> {
  if ((await server.look(cells.map(hashOf))).some(Boolean)) return;
  throw new InputError(
    `queue: ${server.shown} has none of these cells, so there is nothing to resume. Leave ${optionText('resume')} out to put them there.`,
    'nothing-to-resume',
    { cells: cells.length },
  );
}

function failureOf(
  { kind, spec }: Cell,
  { reason, attempts, worker }: Extract<JobState, { state: 'failed' }>,
): InputError {
  const where = worker ? ` on ${worker}` : '';
  const often = attempts > 1 ? ` after ${attempts} attempts` : '';
  return new InputError(
    `cell ${describeCell(kind, spec)} failed${where}${often}: ${reason.replace(/\.?$/, '.')}`,
    'cell-failed',
    { kind, reason, attempts },
  );
}
