import { AbortedError, InputError } from '@cede/core';
import { type Cell, type CellProgress, hashOf } from '../cell/cell.js';
import { copyResult } from '../cell/copy-result.js';
import type { Ledger } from '../ledger/ledger.js';
import { planRun } from './plan.js';
import { ProgressCount, type RunProgress } from './progress.js';
import type { Runner } from './runner.js';

/** How cells are run: by whom, and where results are kept. */
export interface RunOptions {
  readonly runner: Runner;
  readonly ledger: Ledger;
  /** Stops the run; what has been finished stays in the ledger. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
  /** Told once for every cell that was computed, and how long it took. */
  readonly onFinished?: (cell: Cell, seconds: number) => void;
  /** How much work a cell is against the others, for the time left; 1 unless told. */
  readonly weight?: (cell: Cell) => number;
  /**
   * Cells that will be wanted later. A runner that works on without us may begin them; their results
   * are not asked for here.
   */
  readonly ahead?: readonly Cell[];
  /** Milliseconds; for tests. */
  readonly clock?: () => number;
}

/**
 * The results of the cells, in their order. Only what the ledger lacks is computed, up to
 * `runner.jobs` at a time, each cell kept the moment it is done. The first failure stops the run,
 * unless the runner goes on: then every other cell is done first, and all failures are told.
 */
export async function runCells(
  cells: readonly Cell[],
  { runner, ledger, signal, onProgress, onFinished, weight, ahead = [], clock }: RunOptions,
): Promise<unknown[]> {
  throwIfStopped(signal);
  const now = clock ?? (() => performance.now());
  const { found: results, missing } = await planRun(cells, ledger);
  const count = new ProgressCount(missing, results.size, weight ?? (() => 1), now);
  const stop = new AbortController();
  const stopAll = () => stop.abort();
  signal?.addEventListener('abort', stopAll, { once: true });
  onProgress?.(count.now());
  const announced = missing.length > 0 ? [...missing, ...ahead] : [];
  await runner.announce?.(announced, results);

  const compute = async (cell: Cell, onPerformed: () => void): Promise<void> => {
    const began = now();
    const kept = await ledger.read(cell); // another process may have been here since the plan
    let result = kept?.result;
    if (!kept) {
      const needs = Object.entries(cell.needs ?? {});
      const fresh = await runner.perform(
        {
          cell,
          kind: cell.kind,
          spec: cell.spec,
          needs: Object.fromEntries(needs.map(([name, need]) => [name, results.get(hashOf(need))])),
        },
        { signal: stop.signal, report },
      );
      if (stop.signal.aborted) return; // it may have seen the signal and stopped early
      onPerformed();
      await ledger.write(cell, fresh);
      // What a first run hands back is what a later one will read.
      result = copyResult(fresh);
      onFinished?.(cell, (now() - began) / 1000);
    }
    results.set(hashOf(cell), result);
    count.finish(cell);
    onProgress?.(count.now());

    function report(progress: CellProgress) {
      if (results.has(hashOf(cell))) return;
      count.report(cell, progress);
      onProgress?.(count.now());
    }
  };

  try {
    await inOrder(missing, runner, (cell) => results.has(hashOf(cell)), compute, stop);
    throwIfStopped(signal);
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  } finally {
    signal?.removeEventListener('abort', stopAll);
  }
  return cells.map((cell) => results.get(hashOf(cell)));
}

/**
 * Starts each cell as soon as its needs are there and a place is free, the earliest first. Where
 * several are at work, a result that is still being written keeps no place: a disk takes its time.
 */
async function inOrder(
  cells: readonly Cell[],
  { jobs, goesOn }: Runner,
  isDone: (cell: Cell) => boolean,
  compute: (cell: Cell, onPerformed: () => void) => Promise<void>,
  stop: AbortController,
): Promise<void> {
  const waiting = [...cells];
  const running = new Set<Promise<void>>();
  const performing = new Set<Cell>();
  const failures: CellFailure[] = [];
  const hasRoom = () => performing.size < jobs && running.size < 2 * jobs;
  let wake = () => {};
  const isReady = (cell: Cell) => Object.values(cell.needs ?? {}).every(isDone);
  // Cells that need one that failed are never ready: once nothing runs, they are what is left.
  while (running.size > 0 || (waiting.length > 0 && !stop.signal.aborted)) {
    const performed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    while (hasRoom() && !stop.signal.aborted) {
      const next = waiting.findIndex(isReady);
      if (next < 0) break;
      const [cell] = waiting.splice(next, 1);
      performing.add(cell);
      const work: Promise<void> = compute(cell, () => {
        if (jobs === 1) return; // whoever computes here would keep it from being written
        performing.delete(cell);
        wake();
      })
        .catch((error) => {
          failures.push({ cell, error });
          if (!goesOn) stop.abort();
        })
        .finally(() => {
          running.delete(work);
          performing.delete(cell);
        });
      running.add(work);
    }
    if (running.size === 0) break;
    await Promise.race([...running, performed]);
  }
  if (failures.length === 0) return;
  // Where the first one stopped the run, the others are only its echo.
  throw goesOn ? failureOf(failures, waiting.length, cells.length) : failures[0].error;
}

interface CellFailure {
  readonly cell: Cell;
  readonly error: unknown;
}

/** How many failures are told in full. */
const TOLD = 5;

function failureOf(failures: readonly CellFailure[], left: number, cells: number): unknown {
  const [{ error }] = failures;
  if (failures.length === 1 && left === 0) return error;
  if (!failures.every((failure) => failure.error instanceof InputError)) return error;
  const told = failures.slice(0, TOLD).map((failure) => (failure.error as Error).message);
  const others = failures.length > TOLD ? ` And ${failures.length - TOLD} others.` : '';
  const behind = left > 0 ? ` ${left} more need one of them.` : '';
  return new InputError(
    `${failures.length} of ${cells} cells failed; the others are kept. ${told.join(' ')}${others}${behind}`,
    'cell-failed',
    { failed: failures.map(({ cell }) => hashOf(cell)), left },
  );
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AbortedError('the run was stopped; what is finished is kept');
}
