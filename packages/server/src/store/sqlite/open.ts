import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { InputError } from '@cede/core';
import { type Appended, type Batch, type Store, StoreError } from '../contract.js';
import { RecordPack } from '../record-pack.js';
import { type Durability, recoverUnserved, SqliteEngine } from './engine.js';
import { type Call, Recording } from './recording.js';

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
  return storeOf(path, callsTo(engineOf(path, durability, exclusive)));
}

/** Beside the service in the same process, to read. */
export const openServed = (path: string): Store =>
  storeOf(path, callsTo(new SqliteEngine(path, 'strict', false)));

async function openInThisThread(path: string, durability: Durability): Promise<Store> {
  const call = callsTo(engineOf(path, durability, true));
  return durability === 'strict' ? withRedo(path, call) : storeOf(path, call);
}

function engineOf(path: string, durability: Durability, exclusive: boolean): SqliteEngine {
  try {
    if (!exclusive) recoverUnserved(path);
    return new SqliteEngine(path, durability, exclusive);
  } catch (error) {
    throw unusable(path, (error as Error).message);
  }
}

const callsTo = (engine: SqliteEngine): Call => {
  const methods = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  return async (method, args) => {
    try {
      return methods[method](...args);
    } catch (error) {
      throw new StoreError((error as Error).message);
    }
  };
};

/** With a redo log for those who wait: every other question comes after what is in it. */
export async function withRedo(path: string, call: Call, full?: number): Promise<Store> {
  const recording = await Recording.begin(path, call, full);
  return {
    ...storeOf(path, async (method, args) => {
      await recording.applied();
      return call(method, args);
    }),
    record: (batch) => recording.record(batch),
    close: async () => {
      try {
        await recording.close();
      } finally {
        await call('close', []);
      }
    },
  };
}

interface Reply {
  readonly call: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** In a thread of its own, as the service uses it. */
export async function openSqlite(path: string, durability: Durability): Promise<Store> {
  const thread = new URL('./worker.js', import.meta.url);
  if (!existsSync(thread)) return openInThisThread(path, durability); // run from the sources, by tests
  const worker = new Worker(thread, {
    workerData: { path, durability },
    resourceLimits: { maxYoungGenerationSizeMb: 8 }, // rows pass through; none of them grows old
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', ({ ready, error }: { ready: boolean; error: string }) =>
      ready ? resolve() : reject(unusable(path, error)),
    );
    worker.once('error', (error) => reject(unusable(path, error.message)));
  });
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
  const call: Call = (method, args) =>
    new Promise((resolve, reject) => {
      if (gone) return reject(gone);
      const number = calls++;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ call: number, method, args });
    });
  if (durability === 'strict') return withRedo(path, call);
  return {
    ...storeOf(path, call),
    append: ({ decisions, outcomes, state }: Batch) =>
      call('appendShared', [
        { decisions: RecordPack.of(decisions).shared, outcomes, state },
      ]) as Promise<Appended>,
  };
}
