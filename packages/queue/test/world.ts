import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, RunOptions } from '@cede/run';
import { inlineRunner, runCells } from '@cede/run';
import { openLedger } from '@cede/run/node';
import {
  type Build,
  openServerAndStore,
  queueRunner,
  type Resuming,
  type RunningWorker,
  startWorker,
  type WorkerOptions,
} from '../src/index.js';
import { functions } from './cells.js';

export const BUILD = { name: 'test', description: 'the build of the tests' };

export const ENTRY = new URL('./cells.js', import.meta.url);

export const KINDS = {
  entry: ENTRY,
  kinds: Object.keys(functions),
  expanding: ['expands/1'],
};

/** Short, so that a dead worker is noticed within a test. */
export const HASTY = { lock: 600, check: 300, losses: 50 };

export const numbers = (seed: number, milliseconds?: number): Cell => ({
  kind: 'numbers/1',
  spec: { seed, ...(milliseconds !== undefined && { milliseconds }) },
});

/** A folder with a log of everything that was computed. */
export function world() {
  const folder = mkdtempSync(join(tmpdir(), 'cede-queue-'));
  const log = join(folder, 'log');
  writeFileSync(log, '');
  return {
    folder,
    context: { log, table: { values: Float32Array.from({ length: 50_000 }, (_, i) => i / 7) } },
    at: (name: string) => join(folder, name),
    computed: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    cellFiles: (ledger: string): Record<string, string> =>
      Object.fromEntries(
        readdirSync(join(folder, ledger, 'cells'))
          .sort()
          .map((name) => [name, readFileSync(join(folder, ledger, 'cells', name), 'utf8')]),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type World = Omit<ReturnType<typeof world>, 'context'> & { readonly context: object };

/** The same cells on this machine, without a queue. */
export async function runHere(cells: readonly Cell[], { at, context }: World): Promise<unknown[]> {
  const runner = inlineRunner(functions, context);
  return runCells(cells, { runner, ledger: await openLedger(at('here')) });
}

/** A run on a queue, with a ledger of its own. */
export async function runQueued(
  url: string,
  cells: readonly Cell[],
  { at, context }: World,
  options: Partial<RunOptions> & { resume?: Resuming; folder?: string; ledgerName?: string } = {},
): Promise<unknown[]> {
  const { resume, folder, ledgerName = 'queued', ...rest } = options;
  const { server, store } = await openServerAndStore({ queue: url, store: folder }, BUILD);
  await server.announceBuild(BUILD.description);
  const runner = queueRunner({ server, store, context, resume, interval: 200 });
  try {
    return await runCells(cells, { runner, ledger: await openLedger(at(ledgerName)), ...rest });
  } finally {
    await runner.close();
    await server.close();
  }
}

/** A worker in this process; its cells run in threads. */
export async function workHere(
  url: string,
  options: Partial<WorkerOptions> & { build?: Build; folder?: string } = {},
): Promise<RunningWorker> {
  const { folder, build = BUILD, ...rest } = options;
  const { server, store } = await openServerAndStore({ queue: url, store: folder }, build);
  const { serverStore } = await import('../src/index.js');
  const stores = { server: serverStore(server), ...(folder && { folder: store }) };
  try {
    const worker = await startWorker(
      { server, build, stores },
      { ...KINDS, jobs: 2, settings: HASTY, buildCheck: 100, ...rest },
    );
    return { ...worker, stop: () => worker.stop().then(() => server.close()) };
  } catch (error) {
    await server.close();
    throw error;
  }
}
