import { InputError, type Policy } from '@cede/core';
import { readSources } from '../../assemble/read-sources.js';
import { classesFor } from '../../for-policy/classes.js';
import { featuresFor } from '../../for-policy/features.js';
import { refuseProbabilities } from '../../for-policy/logits.js';
import { insistOnModel, readRemembering } from '../../for-policy/read-remembering.js';
import type { LoadedTable } from '../../loaded-table.js';
import type { TableOptions } from '../../options.js';
import type { Batch, OpenTable } from '../../read/contract.js';
import type { FileSource } from '../files.js';

/** How rows are read, and how many at a time. */
export interface WindowOptions {
  readonly columns: TableOptions;
  readonly rowsAtOnce: number;
}

/**
 * A file's rows as a row of small tables, each checked as a whole one is: nothing but one of them is
 * in memory. The file is read once, and the reader goes on while a table is looked at.
 */
export async function* windowsOf(
  policy: Policy,
  source: FileSource,
  opened: OpenTable,
  leftOut: readonly string[],
  { columns: options, rowsAtOnce }: WindowOptions,
): AsyncGenerator<LoadedTable> {
  const shared = sharedBatches();
  let first = 0;
  try {
    do {
      const open = async (): Promise<OpenTable> => ({
        fields: opened.fields.filter(({ name }) => !leftOut.includes(name)),
        expectedRows: Math.min(rowsAtOnce, Math.max(0, (opened.expectedRows ?? first) - first)),
        async *batches(wants, problems, together) {
          let rows = 0;
          while (rows < rowsAtOnce) {
            const batch = await shared.next(() => opened.batches(wants, problems, together));
            if (!batch) return;
            rows += batch.rows;
            yield batch;
          }
        },
      });
      const table = await readRemembering(
        policy,
        options,
        async (used) => {
          const read = await readSources([source], optionsFor(policy, options, used), open);
          refuseProbabilities(read, options);
          insistOnModel(policy, read);
          return read;
        },
        'scores',
      ).catch((error) => {
        if (!(error instanceof InputError)) throw error;
        if (error.code !== 'no-rows') throw ofWindow(error, first);
      });
      // A job that writes parts leaves empty ones: its columns have been looked at, and that is all.
      if (!table) return;
      yield table;
      first += table.rows;
    } while (await shared.hasMore());
  } finally {
    await shared.close();
  }
}

/** How rows to be scored are read: with the columns used, and the policy's own features and classes. */
export const optionsFor = (
  policy: Policy,
  given: TableOptions,
  used: TableOptions,
): TableOptions => ({
  ...used,
  unlabelled: true,
  ...featuresFor(policy, given),
  ...classesFor(policy, given),
});

/** A refusal of a window that begins behind so many rows of the file. */
export const ofWindow = (error: InputError, first: number): InputError =>
  first === 0
    ? error
    : error.saying(`${error.message} (Rows are counted from row ${first + 1} of the file.)`);

/** One stream of batches, taken up by one window after the other. */
function sharedBatches() {
  let stream: AsyncIterator<Batch> | undefined;
  /** Looked at to see whether there is one, and not yet taken. */
  let ahead: Batch | undefined;
  const read = async (): Promise<Batch | undefined> => {
    const { done, value } = await stream!.next();
    return done ? undefined : value;
  };
  return {
    async next(start: () => AsyncIterable<Batch>): Promise<Batch | undefined> {
      stream ??= start()[Symbol.asyncIterator]();
      const batch = ahead ?? (await read());
      ahead = undefined;
      return batch;
    },
    async hasMore(): Promise<boolean> {
      ahead = await read();
      return ahead !== undefined;
    },
    async close() {
      await stream?.return?.();
    },
  };
}
