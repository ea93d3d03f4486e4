import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { parquetMetadata } from 'hyparquet';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Want } from '../../read/contract.js';
import { connect, quoteText } from '../duckdb.js';
import { type PagesPlan, planPages } from './plan.js';
import { takeTask } from './tasks.js';
import type { Job } from './worker.js';

/** Threads that were started, and what the next ones are if they aren't to be real. */
const threads = vi.hoisted(() => ({
  started: [] as unknown[],
  next: undefined as (() => unknown) | undefined,
}));
vi.mock('node:worker_threads', async (original) => {
  const { Worker } = await original<typeof import('node:worker_threads')>();
  function start(url: URL) {
    const thread = threads.next ? threads.next() : new Worker(url);
    threads.started.push(thread);
    return thread;
  }
  return { Worker: start };
});

/** A thread whose every move is the test's: it holds the first task, and soon something becomes of it. */
class Holding extends EventEmitter {
  keepsAlive = true;
  ended = false;
  jobs = 0;
  constructor(private readonly then: (thread: Holding) => unknown = () => {}) {
    super();
  }
  postMessage({ tasks }: Job) {
    this.jobs++;
    takeTask(tasks);
    setTimeout(() => this.then(this), 20);
  }
  ref() {
    this.keepsAlive = true;
    return this;
  }
  unref() {
    this.keepsAlive = false;
    return this;
  }
  async terminate() {
    this.ended = true;
    this.emit('exit', 1);
    return 1;
  }
}

const ROWS = 200_000;
const folder = mkdtempSync(join(tmpdir(), 'cede-helpers-'));
const path = join(folder, 'table.parquet');
const wants: Want[] = ['a', 'b'].map((field) => ({ field, as: 'float64', width: 1 }));
let plan: PagesPlan;
beforeAll(async () => {
  const connection = await connect();
  await connection.run(
    `COPY (SELECT CAST(i AS DOUBLE) AS a, CAST(-i AS DOUBLE) AS b FROM range(${ROWS}) t(i)) TO ${quoteText(path)} (FORMAT parquet, ROW_GROUP_SIZE 2048)`,
  );
  connection.closeSync();
  const metadata = parquetMetadata(new Uint8Array(readFileSync(path)).buffer);
  plan = planPages(metadata, wants, [], statSync(path).size)!;
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  vi.resetModules(); // no threads of the test before
  threads.started = [];
  threads.next = undefined;
});

/** Reads with one helper, and says how it went: rows are never wrong. */
async function read(afterFirst: () => unknown = () => {}, helping = 1): Promise<string> {
  const { decodedBatches } = await import('./batches.js');
  let rows = 0;
  try {
    for await (const batch of decodedBatches(path, plan, helping)) {
      for (let row = 0; row < batch.rows; row++) {
        const [a, b] = [batch.columns[0]![row], batch.columns[1]![row]];
        if (a !== rows + row || b !== -a) throw new Error(`row ${rows + row} holds ${a}, ${b}`);
      }
      if (rows === 0) await afterFirst();
      rows += batch.rows;
    }
  } catch (error) {
    return String(error);
  }
  return rows === ROWS ? 'whole' : `${rows} rows`;
}

describe('a thread that holds a task', () => {
  it.each([
    ['ends', (thread: Holding) => thread.emit('exit', 1), 'a thread ended'],
    ['fails', (thread: Holding) => thread.emit('error', new Error('no memory')), 'no memory'],
    ['gives up', (thread: Holding) => thread.emit('message', { failure: 'torn' }), 'torn'],
  ])('and %s is waited for no longer, and not asked again', async (_name, then, why) => {
    const thread = new Holding(then);
    threads.next = () => thread;
    expect(await read()).toBe(`FastReaderFailed: ${why}`);
    expect(thread.ended).toBe(true);
    threads.next = undefined;
    expect(await read()).toBe('whole');
    expect(thread.jobs).toBe(1);
    expect(threads.started).toHaveLength(2);
  });

  it('when the reading is given up is ended: its failure would be that of the next file', async () => {
    const thread = new Holding();
    threads.next = () => thread;
    const missing = { ...plan, groups: [{ ...plan.groups[0]!, rows: 1 }] };
    const { decodedBatches } = await import('./batches.js');
    await expect(decodedBatches(path, missing, 1).next()).rejects.toThrow('more than 1 values');
    expect(thread.ended).toBe(true);
    threads.next = undefined;
    const late = () => thread.emit('message', { failure: 'of the file before' });
    expect(await read(late)).toBe('whole');
    expect(thread.jobs).toBe(1);
  });
});

describe('a thread that waits for the next file', () => {
  it('is asked again', async () => {
    expect(await read()).toBe('whole');
    expect(await read()).toBe('whole');
    expect(threads.started).toHaveLength(1);
  });

  it.each([
    ['ends', (thread: Worker) => thread.terminate()],
    ['fails', (thread: Worker) => void thread.emit('error', new Error('later'))],
  ])('and %s meanwhile is not asked again', async (_name, then) => {
    expect(await read()).toBe('whole');
    await then(threads.started[0] as Worker);
    expect(await read()).toBe('whole');
    expect(threads.started).toHaveLength(2);
  });

  it('and ends while it is asked is not waited for', async () => {
    expect(await read()).toBe('whole');
    const ended = (threads.started[0] as Worker).terminate();
    expect(['whole', 'FastReaderFailed: a thread ended']).toContain(await read());
    await ended;
    expect(await read()).toBe('whole');
  });
});

it.each([1, 2, 3])('a thread that is ended at work gives right rows or none (%i)', async () => {
  const end = () => (threads.started[0] as Worker).terminate();
  expect(['whole', 'FastReaderFailed: a thread ended']).toContain(await read(end));
});

it('threads of which one can’t be started keep nothing waiting', async () => {
  const thread = new Holding();
  threads.next = () => {
    threads.next = () => {
      throw new Error('no room for a thread');
    };
    return thread;
  };
  expect(await read(undefined, 2)).toBe('FastReaderFailed: no room for a thread');
  expect(thread.keepsAlive).toBe(false);
});

it('a file that only the helper can’t open is said to be so', async () => {
  const { startHelpers } = await import('./helpers.js');
  const { createOutputs } = await import('./outputs.js');
  const { createTasks } = await import('./tasks.js');
  const tasks = createTasks(plan);
  const job = { path: join(folder, 'gone.parquet'), plan, outputs: createOutputs(plan), tasks };
  const helpers = startHelpers(job, 1);
  await expect(helpers.news()).rejects.toThrow(/gone\.parquet/);
  expect(takeTask(tasks)).toBeUndefined();
  await helpers.release();
});
