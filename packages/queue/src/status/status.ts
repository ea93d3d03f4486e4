import { setTimeout as after } from 'node:timers/promises';
import type { Build } from '../server/build.js';
import type { FailedJob, JobCounts, QueueServer, RunningJob } from '../server/contract.js';

/** The whole sweep at one moment, as anybody connected to the server sees it. */
export interface SweepStatus {
  readonly format: 'cede/sweep';
  readonly version: 1;
  readonly queue: string;
  readonly build: string;
  readonly cells: JobCounts;
  readonly workers: readonly string[];
  readonly running: readonly RunningJob[];
  readonly failures: readonly FailedJob[];
  /** Unfinished cells of other builds, which this build's workers don't do. */
  readonly others: readonly { readonly build: string; readonly cells: number }[];
}

export async function sweepStatus(server: QueueServer, build: Build): Promise<SweepStatus> {
  const { [build.name]: _own, ...builds } = await server.builds();
  const others = await Promise.all(
    Object.entries(builds).map(async ([name, description]) => {
      const { waiting, running } = await server.counts(name);
      return { build: description, cells: waiting + running };
    }),
  );
  const [cells, workers, running, failures] = await Promise.all([
    server.counts(),
    server.workers(),
    server.running(),
    server.failures(5),
  ]);
  return {
    ...{ format: 'cede/sweep', version: 1, queue: server.shown, build: build.description },
    ...{ cells, workers, running, failures, others: others.filter((each) => each.cells > 0) },
  };
}

/** Whether nothing is left to wait for. */
export const isOver = ({ cells }: SweepStatus): boolean => cells.waiting + cells.running === 0;

/** Lines for a person. */
export function statusLines({ cells, workers, running, failures, others }: SweepStatus): string[] {
  const all = cells.waiting + cells.running + cells.done + cells.failed;
  const share = all === 0 ? '' : ` (${Math.floor((100 * (cells.done + cells.failed)) / all)} %)`;
  return [
    `${cells.done} of ${all} cells done${share}, ${cells.running} running, ${cells.waiting} waiting, ${cells.failed} failed; ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}`,
    ...running.map(
      ({ id, kind, progress, worker }) =>
        `  ${kind} ${id.slice(0, 8)}${worker ? ` on ${worker}` : ''}${progress ? `: ${Math.round(100 * progress.done)} %${progress.note ? `, ${progress.note}` : ''}` : ''}`,
    ),
    ...failures.map(({ id, kind, reason }) => `  failed: ${kind} ${id.slice(0, 8)}: ${reason}`),
    ...others.map(({ build, cells }) => `  ${cells} cells belong to another build: ${build}`),
  ];
}

/** How often a sweep is looked at, in milliseconds. */
const INTERVAL = 1000;

/** Tells how far the sweep is: once, or whenever that has changed until it is over. */
export async function watchSweep(
  server: QueueServer,
  build: Build,
  {
    once,
    signal,
    onStatus,
    interval = INTERVAL,
  }: {
    readonly once: boolean;
    readonly signal: AbortSignal;
    readonly onStatus: (status: SweepStatus, lines: readonly string[]) => void;
    readonly interval?: number;
  },
): Promise<void> {
  let told = '';
  let hadCells = false;
  while (!signal.aborted) {
    const status = await sweepStatus(server, build);
    const { waiting, running, done, failed } = status.cells;
    const hasCells = waiting + running + done + failed > 0;
    hadCells ||= hasCells;
    const lines = statusLines(status);
    if (lines.join() !== told) onStatus(status, lines);
    told = lines.join();
    // A server that lost its memory has none for a moment: attached commands put theirs there again.
    if (once || (isOver(status) && hasCells === hadCells)) return;
    await after(interval, undefined, { signal }).catch(() => undefined);
  }
}
