import { availableParallelism } from 'node:os';
import type { Policy } from '@cede/core';
import { useThreads, usualThreads } from '../duckdb.js';
import type { CopyElsewhere, Copying, Counts } from './part.js';
import { scriptOf, startThread, type Thread } from './thread.js';

/** What a copying thread starts with. */
export interface CopyingStart {
  readonly policy: Policy;
  readonly duckdbThreads: number;
  /** Not 0 once nobody waits for scores any more. */
  readonly stopped: Int32Array;
}

/**
 * Threads with a DuckDB of their own, each for the parts of some lanes: a function of SQL is called
 * in the thread that gave it to DuckDB, so one DuckDB has its scores from one thread.
 */
export interface CopyingThreads {
  /** Who copies the parts of a lane; undefined for those of the caller's own thread. */
  ofLane(lane: number): CopyElsewhere | undefined;
  close(): Promise<void>;
}

/** More of DuckDB's threads wait for one that scores, and each holds a row group in memory. */
const MOST_OF_DUCKDB = 5;

/** So many threads, the caller's own among them. The bytes don't depend on it. */
export async function openCopyingThreads(
  policy: Policy,
  threads: number,
  signal?: AbortSignal,
): Promise<CopyingThreads> {
  const cores = availableParallelism();
  const share = threads > 1 ? Math.max(1, Math.floor(cores / threads)) : usualThreads();
  const duckdbThreads = Math.min(share, MOST_OF_DUCKDB);
  if (duckdbThreads !== usualThreads()) await useThreads(duckdbThreads);
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const stop = () => void Atomics.store(stopped, 0, 1);
  signal?.addEventListener('abort', stop);
  const start: CopyingStart = { policy, duckdbThreads, stopped };
  /** Each is started with its first part. */
  const crew = new Map<number, Thread<Copying, Counts | undefined>>();
  const threadOf = (place: number) => {
    const thread = crew.get(place) ?? startThread(scriptOf('copying/worker.js'), start);
    crew.set(place, thread);
    return thread;
  };
  return {
    ofLane(lane) {
      const place = lane % threads;
      if (place === 0) return undefined;
      return (copying, onRows) => threadOf(place).ask(copying, [], onRows);
    },
    async close() {
      signal?.removeEventListener('abort', stop);
      await Promise.all([...crew.values()].map((thread) => thread.end()));
      if (duckdbThreads !== usualThreads()) await useThreads();
    },
  };
}
