import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { DecidedTable, Policy } from '@cede/core';
import type { Problems } from '../../problems.js';
import type { Batch } from '../../read/contract.js';
import { batchOf, decideBatch, type Reading } from './decide-batch.js';
import {
  ASKED,
  CLOSED,
  DONE,
  FREE,
  READING,
  ROWS,
  type Share,
  STATE,
  shareIn,
  shareMemory,
  TAKEN,
} from './sharing/share.js';
import { scriptOf } from './thread.js';

/** What a thread starts with: the memory in which it is handed its rows, and where it is told of parts. */
export interface SharingStart {
  readonly policy: Policy;
  readonly port: MessagePort;
  readonly memory: SharedArrayBuffer;
  readonly rows: number;
  readonly width: number;
}

/**
 * Decides chunks of rows, each shared out among several threads. A function of SQL is called in one
 * thread, which has to answer before the next call: without others to help it, it would be what a
 * copy waits for.
 */
export interface SharingThreads {
  /** Decides rows of one part; where they can't be shared out, the caller's thread decides them all. */
  ofPart(reading: Reading): (batch: Batch, found: Problems) => DecidedTable;
  close(): void;
}

/** Rows of a chunk of DuckDB. */
const CHUNK = 2048;

/** Fewer rows are decided sooner than handed out. */
const FEW = 256;

/** Milliseconds that a thread may take for its share before it is taken to have died. */
const PATIENCE = 60_000;

/** So many rows are decided sooner than a thread has started and is warm. */
const MANY = 2 ** 20;

/**
 * So many threads, the caller's own among them; the others begin after so many rows. The bytes don't
 * depend on it.
 */
export function openSharingThreads(policy: Policy, threads: number, after = MANY): SharingThreads {
  const width = policy.scorer.features.classes;
  const room = Math.ceil(CHUNK / Math.max(1, threads));
  const crew: Sharer[] = [];
  let parts = 0;
  let rowsDone = 0;
  /** Threads are started, and told of a part, when it turns out that they are of use. */
  const tell = (reading: Reading): number => {
    while (crew.length < threads - 1) crew.push(startSharer(policy, room, width));
    const number = parts++;
    for (const { port } of crew) port.postMessage({ number, reading });
    return number;
  };
  return {
    ofPart(reading) {
      const alone = (batch: Batch, found?: Problems) => decideBatch(policy, reading, batch, found);
      let number: number | undefined;
      return (batch, found) => {
        rowsDone += batch.rows;
        const isWorth = threads > 1 && rowsDone > after;
        const block = isWorth ? blockOf(batch, reading, width) : undefined;
        if (!block) return alone(batch, found);
        number ??= tell(reading);
        const decide = (rows: Float32Array) => alone(batchOf(rows, reading, width));
        return decideTogether(crew, number, block, width, decide);
      };
    },
    close() {
      for (const { share, port } of crew) {
        Atomics.store(share.control, STATE, CLOSED);
        Atomics.notify(share.control, STATE);
        port.close();
      }
    },
  };
}

/** The probabilities of many rows, where nothing else is read of them. */
function blockOf({ rows, columns }: Batch, { plan }: Reading, width: number) {
  const at = plan.model?.wants[0];
  if (at === undefined || rows < FEW || rows > CHUNK) return undefined;
  const block = columns[at];
  const isAlone = columns.every((column, k) => k === at || column.length === 0);
  const isBlock = block instanceof Float32Array && block.length === rows * width;
  return isAlone && isBlock ? block : undefined;
}

/** The first rows are the caller's own, then a share for each thread. */
function decideTogether(
  crew: readonly Sharer[],
  part: number,
  block: Float32Array,
  width: number,
  decide: (rows: Float32Array) => DecidedTable,
): DecidedTable {
  const rows = block.length / width;
  const each = Math.ceil(rows / (crew.length + 1));
  const scores = new Float32Array(rows);
  const defer = new Uint8Array(rows);
  const rowsOf = (k: number) => block.subarray(k * each * width, (k + 1) * each * width);
  const put = (k: number, decided: DecidedTable) => {
    scores.set(decided.scores, k * each);
    defer.set(decided.defer, k * each);
  };
  crew.forEach(({ share }, k) => void ask(share, part, rowsOf(k + 1), width));
  try {
    put(0, decide(rowsOf(0)));
  } finally {
    for (const { share } of crew) settle(share);
  }
  crew.forEach(({ share: { control, ...answer } }, k) => {
    const count = control[ROWS]!;
    if (control[STATE] !== DONE) put(k + 1, decide(rowsOf(k + 1)));
    else
      put(k + 1, {
        scores: answer.scores.subarray(0, count),
        defer: answer.defer.subarray(0, count),
      });
  });
  return { scores, defer };
}

function ask({ control, probabilities }: Share, part: number, rows: Float32Array, width: number) {
  probabilities.set(rows);
  control[READING] = part;
  control[ROWS] = rows.length / width;
  Atomics.store(control, STATE, ASKED);
  Atomics.notify(control, STATE);
}

/** Takes a share back that the thread hasn't begun; waits for one that it has. */
function settle({ control }: Share): void {
  if (Atomics.compareExchange(control, STATE, ASKED, FREE) === ASKED) return;
  if (Atomics.wait(control, STATE, TAKEN, PATIENCE) === 'timed-out')
    throw new Error('a scoring thread ended before it had answered');
}

interface Sharer {
  readonly share: Share;
  readonly port: MessagePort;
}

function startSharer(policy: Policy, rows: number, width: number): Sharer {
  const { port1, port2 } = new MessageChannel();
  const memory = shareMemory(rows, width);
  const start: SharingStart = { policy, port: port2, memory, rows, width };
  const script = scriptOf('sharing/worker.js');
  const worker = new Worker(script, { workerData: start, transferList: [port2] });
  // One that can't start takes no share, and all is decided without it.
  worker.on('error', () => undefined);
  worker.unref();
  port1.unref();
  return { share: shareIn(memory, rows, width), port: port1 };
}
