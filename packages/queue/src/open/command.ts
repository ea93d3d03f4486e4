import type { Build } from '../server/build.js';
import { type SweepStatus, watchSweep } from '../status/status.js';
import { eventLine, type WorkerOptions } from '../worker/start.js';
import { openServerAndStore, type QueuePlace } from './server-and-store.js';
import { openWorker } from './worker.js';

/** What a command that puts work on a queue may be told. */
export const QUEUE_OPTIONS = {
  '--queue <url>': 'put the work on a queue (redis:// or rediss://) for cede worker',
  '--store <folder>': 'with --queue: a folder that all machines see, for large tables',
  '--resume': 'with --queue: attach to work that is there; Ctrl-C detaches',
} as const;

/** What a worker may be told. */
export const WORKER_OPTIONS = {
  '--queue <url>': 'where the queue is: redis:// or rediss://',
  '--store <folder>': 'the folder that all machines see, where the work was given one',
  '--jobs <n>': 'cells at a time (default: all cores)',
  '--checkpoints <folder>':
    "where half-trained networks are kept (default: among the system's temporary files)",
  '--status': 'do nothing, print how far the whole sweep is',
  '--watch': 'do nothing, print how far it is until it is over',
} as const;

/** What a worker was told. */
export interface WorkerFlags extends QueuePlace {
  readonly jobs: number;
  readonly checkpoints: string;
  readonly status?: boolean;
  readonly watch?: boolean;
}

export interface WorkerDesk extends Pick<WorkerOptions, 'entry' | 'kinds' | 'expanding' | 'own'> {
  readonly build: Build;
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
  readonly onStatus: (status: SweepStatus, lines: readonly string[]) => void;
}

/** Does cells until it is stopped, or only looks how far they are. */
export async function workerCommand(flags: WorkerFlags, desk: WorkerDesk): Promise<void> {
  const { build, signal, tell, onStatus, ...cells } = desk;
  if (flags.status || flags.watch) {
    const { server } = await openServerAndStore({ ...flags, tell }, build);
    await watchSweep(server, build, { once: !flags.watch, signal, onStatus }).finally(() =>
      server.close(),
    );
    return;
  }
  const worker = await openWorker({ ...flags, tell }, build, {
    ...cells,
    jobs: flags.jobs,
    onReady: (name) => tell(`${name} waits for cells (${build.description})`),
    onCell: (event) => tell(eventLine(event)),
  });
  signal.addEventListener('abort', () => worker.stop());
  await worker.ended;
}
