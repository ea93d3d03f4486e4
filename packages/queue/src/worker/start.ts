import { hostname } from 'node:os';
import { poolRunner } from '@cede/run/node';
import { describeCell } from '../cell/job.js';
import type { ObjectStore } from '../object/store.js';
import type { Build } from '../server/build.js';
import type { QueueServer, TakenJob, WorkSettings } from '../server/contract.js';
import { refuseOtherBuild } from './builds.js';
import { contextCache } from './contexts.js';
import { type Desk, performJob } from './perform.js';

/** Where a worker takes cells from. */
export interface WorkerPlace {
  readonly server: QueueServer;
  readonly build: Build;
  readonly stores: Desk['stores'] & { readonly server: ObjectStore };
}

/** What a worker does, and how. */
export interface WorkerOptions {
  /** The built module that runs cells in a thread, and the kinds it knows. */
  readonly entry: URL;
  readonly kinds: readonly string[];
  readonly expanding?: readonly string[];
  /** Cells at a time, each in a thread of its own. */
  readonly jobs: number;
  /** What this machine adds to every cell's context. */
  readonly own?: Readonly<Record<string, unknown>>;
  readonly settings?: Partial<Pick<WorkSettings, 'lock' | 'check' | 'losses'>>;
  readonly onCell?: (event: CellEvent) => void;
  /** Told the worker's name, before its first cell. */
  readonly onReady?: (name: string) => void;
  /** Milliseconds between two looks whether the queue belongs to another build. */
  readonly buildCheck?: number;
}

export interface CellEvent {
  readonly what: 'begins' | 'done' | 'refused' | 'failed' | 'given back';
  readonly job: TakenJob;
  readonly seconds: number;
  readonly reason?: string;
}

/**
 * A lock of 30 seconds is renewed every 10: a busy machine may be late twice. Somebody looks every
 * 15 seconds, so the cell of a dead worker begins anew within 45. A cell that has lost its worker
 * five times probably kills it (memory), and is reported.
 */
export const WORK_SETTINGS = { lock: 30_000, check: 15_000, losses: 5 } as const;

export interface RunningWorker {
  readonly name: string;
  /** Rejects where the queue turns out to belong to another build; resolves once it is stopped. */
  readonly ended: Promise<void>;
  /** Gives its cells back and leaves. */
  stop(): Promise<void>;
}

export async function startWorker(
  { server, build, stores }: WorkerPlace,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { onCell } = options;
  await refuseOtherBuild(server, build);
  const leaving = new AbortController();
  const pool = poolRunner(options.entry, { jobs: options.jobs });
  const desk: Desk = {
    server,
    stores,
    kinds: options.kinds,
    expanding: options.expanding ?? [],
    pool,
    contexts: contextCache(options.own ?? {}),
    signal: leaving.signal,
    leave: (error) => void leave(error),
  };
  const name = `${hostname()}-${process.pid}`;
  let busy = 0;
  options.onReady?.(name);
  const work = await server.work(
    { ...WORK_SETTINGS, ...options.settings, name, jobs: options.jobs },
    async (job) => {
      const began = performance.now();
      const tell = (what: CellEvent['what'], reason?: string) =>
        onCell?.({
          ...{ what, job, seconds: (performance.now() - began) / 1000 },
          ...(reason !== undefined && { reason }),
        });
      busy++;
      tell('begins');
      try {
        const outcome = await performJob(job, desk);
        if ('refused' in outcome) tell('refused', outcome.refused);
        else tell('result' in outcome ? 'done' : 'given back');
        return outcome;
      } catch (error) {
        tell('failed', (error as Error).message);
        throw error;
      } finally {
        busy--;
      }
    },
  );
  let end: { resolve: () => void; reject: (error: unknown) => void };
  const ended = new Promise<void>((resolve, reject) => {
    end = { resolve, reject };
  });
  ended.catch(() => undefined);
  const timer = setInterval(async () => {
    if (busy > 0 || leaving.signal.aborted) return;
    await refuseOtherBuild(server, build).catch(async (error) => {
      if ((error as { code?: string }).code !== 'build-differs') return; // the server is away
      await leave(error);
    });
  }, options.buildCheck ?? 10_000);
  const leave = (error: unknown) => {
    end.reject(error);
    return stop();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      clearInterval(timer);
      leaving.abort();
      await work.stop();
      await pool.close();
      end.resolve();
    })();
    return stopped;
  };
  return { name, ended, stop };
}

/** One line for a person. */
export function eventLine({ what, job, seconds, reason }: CellEvent): string {
  const { spec } = job.data ?? {};
  const time = what === 'begins' ? '' : ` in ${seconds.toFixed(1)} s`;
  return `${what}: ${describeCell(job.kind, spec)} ${job.id.slice(0, 8)}${time}${reason ? `: ${reason}` : ''}`;
}
