import { type DecidedTable, decideWhole, type Policy, type Table } from '@cede/core';
import { scriptOf, startThread, type Thread } from './thread.js';

/** Decides tables in threads of their own, so that the one that reads can go on reading. */
export interface ScoringThreads {
  /** Tables that can be under way before the caller had better wait. */
  readonly room: number;
  /** The numbers of the table move to a thread: it can't be used after. */
  decide(table: Table): Promise<DecidedTable>;
  close(): Promise<void>;
}

/** So many threads; with none the caller's own decides. The scores don't depend on it. */
export function openScoringThreads(policy: Policy, threads: number): ScoringThreads {
  if (threads === 0)
    return {
      room: 0,
      decide: async (table) => decideWhole(policy, table),
      close: async () => undefined,
    };
  /** Started with the first table: parts that DuckDB copies need none. */
  let crew: Thread<Table, DecidedTable>[] = [];
  return {
    room: threads + 1,
    decide(table) {
      // The policy travels as it is: read from its text, a thread would check and hash it once more.
      if (crew.length === 0)
        crew = Array.from({ length: threads }, () => startThread(scriptOf('worker.js'), policy));
      return crew.reduce((a, b) => (b.busy() < a.busy() ? b : a)).ask(table, buffersOf(table));
    },
    close: async () => void (await Promise.all(crew.map((thread) => thread.end()))),
  };
}

/** What is large moves to the thread; the rest is copied. */
const buffersOf = ({ model, blocks = [] }: Table): ArrayBuffer[] =>
  [model, ...blocks.map(({ values }) => values)].flatMap((values) =>
    values ? [values.buffer as ArrayBuffer] : [],
  );
