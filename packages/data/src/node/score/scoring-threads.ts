import { Worker } from 'node:worker_threads';
import { type DecidedTable, decideWhole, InputError, type Policy, type Table } from '@cede/core';

/** Decides tables in threads of their own, so that the one that reads can go on reading. */
export interface ScoringThreads {
  /** Tables that can be under way before the caller had better wait. */
  readonly room: number;
  /** The numbers of the table move to a thread: it can't be used after. */
  decide(table: Table): Promise<DecidedTable>;
  close(): Promise<void>;
}

/** What a thread is sent … */
export interface Scoring {
  readonly number: number;
  readonly table: Table;
}

/** … and what it answers: an error loses its class on the way, so a refusal travels as its parts. */
export interface Answer {
  readonly number: number;
  readonly decided?: DecidedTable;
  readonly refused?: Pick<InputError, 'sentence' | 'code' | 'details' | 'subject'>;
}

interface Waiting {
  resolve(decided: DecidedTable): void;
  reject(error: unknown): void;
}

/** Run from the sources (tests) the threads still need JavaScript: the build's. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/node/score/worker.js' : './worker.js',
  import.meta.url,
);

/** So many threads; with none the caller's own decides. The scores don't depend on it. */
export function openScoringThreads(policy: Policy, threads: number): ScoringThreads {
  if (threads === 0)
    return {
      room: 0,
      decide: async (table) => decideWhole(policy, table),
      close: async () => undefined,
    };
  /** Started with the first table: parts that DuckDB copies need none. */
  let crew: ReturnType<typeof startThread>[] = [];
  return {
    room: threads + 1,
    decide(table) {
      if (crew.length === 0) crew = Array.from({ length: threads }, () => startThread(policy));
      return crew.reduce((a, b) => (b.busy() < a.busy() ? b : a)).decide(table);
    },
    close: async () => void (await Promise.all(crew.map((thread) => thread.end()))),
  };
}

/** The policy travels as it is: read from its text, a thread would check and hash it once more. */
function startThread(policy: Policy) {
  const worker = new Worker(WORKER, { workerData: policy });
  const waiting = new Map<number, Waiting>();
  let number = 0;
  let ended: Error | undefined;
  worker.on('message', ({ number: of, decided, refused }: Answer) => {
    const caller = waiting.get(of)!;
    waiting.delete(of);
    if (decided) caller.resolve(decided);
    else caller.reject(refusal(refused!));
  });
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('a scoring thread ended before it had answered')));
  return {
    busy: () => waiting.size,
    decide: (table: Table) =>
      new Promise<DecidedTable>((resolve, reject) => {
        if (ended) return reject(ended);
        waiting.set(++number, { resolve, reject });
        worker.postMessage({ number, table } satisfies Scoring, buffersOf(table));
      }),
    end: () => worker.terminate(),
  };
}

const refusal = ({ sentence, code, details, subject }: NonNullable<Answer['refused']>) =>
  new InputError(sentence, code, details, subject);

/** What is large moves to the thread; the rest is copied. */
const buffersOf = ({ model, blocks = [] }: Table): ArrayBuffer[] =>
  [model, ...blocks.map(({ values }) => values)].flatMap((values) =>
    values ? [values.buffer as ArrayBuffer] : [],
  );
