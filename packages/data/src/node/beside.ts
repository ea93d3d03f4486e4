import { type Batch, isNumbers, type RawColumn } from '../read/contract.js';
import { FastReaderFailed } from './duckdb.js';

/** What one of two readers gives: batches of these wants, by their places among all. */
export interface Share {
  readonly wants: readonly number[];
  readonly batches: AsyncIterable<Batch>;
}

/** The columns of two readers of one file beside each other, in batches of the first. */
export async function* beside(first: Share, second: Share): AsyncGenerator<Batch> {
  const columns: RawColumn[] = [];
  const others = second.batches[Symbol.asyncIterator]();
  // Both read at the same time.
  const rest = { coming: ahead(others), used: 0 };
  try {
    for await (const batch of first.batches) {
      first.wants.forEach((want, k) => {
        columns[want] = batch.columns[k]!;
      });
      const more = await take(others, rest, batch.rows);
      second.wants.forEach((want, k) => {
        columns[want] = more[k]!;
      });
      const inspected = batch.inspected?.map((seen) => ({
        ...seen,
        want: first.wants[seen.want]!,
      }));
      yield { ...batch, columns: [...columns], ...(inspected && { inspected }) };
    }
    if (!(await rest.coming).done) throw new FastReaderFailed('rows that only one reader found');
  } finally {
    await rest.coming.catch(() => undefined);
    await others.return?.();
  }
}

/** Asked for before it is waited for: if it fails meanwhile, whoever waits will hear of it. */
function ahead(batches: AsyncIterator<Batch>): Promise<IteratorResult<Batch>> {
  const coming = batches.next();
  coming.catch(() => undefined);
  return coming;
}

interface Rest {
  coming: Promise<IteratorResult<Batch>>;
  /** Rows of the coming batch that have been taken. */
  used: number;
}

/** The next `rows` rows, however they are cut into batches. */
async function take(
  batches: AsyncIterator<Batch>,
  rest: Rest,
  rows: number,
): Promise<readonly RawColumn[]> {
  const taken: RawColumn[] = [];
  for (let done = 0; done < rows; ) {
    const { value: batch, done: ended } = await rest.coming;
    if (ended) throw new FastReaderFailed('rows that only one reader found');
    const end = Math.min(batch.rows, rest.used + rows - done);
    for (const [k, column] of (batch as Batch).columns.entries()) {
      taken[k] ??= isNumbers(column) ? new Float64Array(rows) : new Array<string | null>(rows);
      copyRows(column, rest.used, end, taken[k], done);
    }
    done += end - rest.used;
    rest.used = end;
    if (end < batch.rows) continue;
    rest.coming = ahead(batches);
    rest.used = 0;
  }
  return taken;
}

function copyRows(from: RawColumn, start: number, end: number, to: RawColumn, at: number): void {
  if (isNumbers(from) !== isNumbers(to)) throw new FastReaderFailed('numbers that turn to text');
  const target = to as { [row: number]: number | string | null };
  for (let row = start; row < end; row++) target[at + row - start] = from[row]!;
}
