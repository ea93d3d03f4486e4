import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { InputError } from '@cede/core';
import { type Appended, type Batch, type Store, StoreError } from '../contract.js';
import { RecordPack } from '../record-pack.js';
import { type Durability, SqliteEngine } from './engine.js';
import { LeftoverTime } from './leftover-time.js';

type Call = (method: string, args: readonly unknown[]) => Promise<unknown>;

/** Every method of the contract that the engine has under the same name. */
const METHODS = [
  ...['append', 'decision', 'recentKeys', 'outcomes', 'forget', 'queue', 'release', 'backlog'],
  ...[
    'counts',
    'rows',
    'newestFrom',
    'prune',
    'saveVersion',
    'versions',
    'state',
    'setState',
    'initialState',
  ],
  ...['reserve', 'check', 'close'],
];

function storeOf(name: string, call: Call): Store {
  const methods = METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)]);
  return {
    name,
    shared: false,
    settle: () => Promise.reject(new Error('a store of one instance settles in memory')),
    ...Object.fromEntries(methods),
  } as unknown as Store;
}

const unusable = (path: string, why: string) =>
  new InputError(`store ${path}: can't be opened (${why.replace(/\.$/, '')}).`);

/** In this thread: for tests, and for commands that read a log and end. */
export function openSqliteHere(
  path: string,
  durability: Durability = 'strict',
  exclusive = true,
): Store {
  let engine: SqliteEngine;
  try {
    engine = new SqliteEngine(path, durability, exclusive);
  } catch (error) {
    throw unusable(path, (error as Error).message);
  }
  const methods = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  return storeOf(path, async (method, args) => {
    try {
      return methods[method](...args);
    } catch (error) {
      throw new StoreError((error as Error).message);
    }
  });
}

/** What the thread says first. */
interface Opened {
  readonly ready: boolean;
  readonly thread: number;
  readonly error: string;
}

interface Reply {
  readonly call: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** In a thread of its own, as the service uses it. */
export async function openSqlite(path: string, durability: Durability): Promise<Store> {
  const thread = new URL('./worker.js', import.meta.url);
  if (!existsSync(thread)) return openSqliteHere(path, durability); // run from the sources, by tests
  const leftover = new LeftoverTime();
  const worker = new Worker(thread, {
    workerData: { path, durability, steppedBack: leftover.steppedBack },
    resourceLimits: { maxYoungGenerationSizeMb: 8 }, // rows pass through; none of them grows old
  });
  const number = await new Promise<number>((resolve, reject) => {
    worker.once('message', ({ ready, thread, error }: Opened) =>
      ready ? resolve(thread) : reject(unusable(path, error)),
    );
    worker.once('error', (error) => reject(unusable(path, error.message)));
  });
  if (durability === 'relaxed') void leftover.start(number);
  let calls = 0;
  let gone: StoreError | undefined;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  worker.on('message', ({ call, value, error }: Reply) => {
    const waiter = waiting.get(call);
    waiting.delete(call);
    if (error !== undefined) waiter?.reject(new StoreError(error));
    else waiter?.resolve(value);
  });
  worker.on('error', (error) => {
    gone = new StoreError(`the store's thread ended (${error.message})`);
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  });
  const ask: Call = (method, args) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      const number = calls++;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ call: number, method, args });
    });
  // Decisions don't wait for a relaxed store, but those who read from it do.
  const call: Call =
    durability === 'relaxed' ? (method, args) => leftover.watch(ask(method, args)) : ask;
  return {
    ...storeOf(path, call),
    append: ({ decisions, outcomes, state }: Batch) =>
      call('appendShared', [
        { decisions: RecordPack.of(decisions).shared, outcomes, state },
      ]) as Promise<Appended>,
    close: async () => {
      leftover.end();
      await call('close', []);
    },
  };
}
