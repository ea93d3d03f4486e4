import { connect, quotePath } from '../duckdb.js';

/** DuckDB's own row groups. */
const USUAL = 122_880;
/** DuckDB takes a row group for whole that lacks so many rows of the size asked for, or has more. */
const TOLERANCE = 2048;
/** Past this a part's row groups are large: three such parts at a time took 600 MB. */
const LARGE = 2 ** 18;
/** Past this they are not copied as they are: a row group is in memory while it is written. */
const MOST = 2 ** 20;

/** Rows of each row group of a Parquet file. */
export async function rowGroupsOf(path: string): Promise<number[]> {
  const connection = await connect();
  try {
    const found = await connection.runAndReadAll(
      `SELECT row_group_num_rows FROM parquet_metadata(${quotePath(path)}) WHERE column_id = 0 ORDER BY row_group_id`,
    );
    return found.getRows().map(([rows]) => Number(rows));
  } finally {
    connection.closeSync();
  }
}

/**
 * Rows of a row group for a copy that several threads write: so many whole row groups of the part.
 * Undefined where those of the part differ: where a copy of them would be cut, DuckDB leaves to
 * which thread is done first, and every run would give other bytes.
 */
export function rowGroupSize(part: readonly number[]): number | undefined {
  const [size = USUAL] = part;
  const isEven = part.every((rows, k) => rows === size || (k === part.length - 1 && rows < size));
  if (!isEven || size > MOST || (part.length > 1 && size <= TOLERANCE)) return undefined;
  return size * Math.ceil(USUAL / size);
}

/** The last part with large row groups. */
let large: Promise<unknown> = Promise.resolve();

/** Works on a part; on one with large row groups only when no other such part is under way. */
export function inTurn<T>(
  part: readonly number[],
  work: (isLarge: boolean) => Promise<T>,
): Promise<T> {
  if (part.every((rows) => rows <= LARGE)) return work(false);
  const turn = large.then(() => work(true));
  large = turn.catch(() => undefined);
  return turn;
}
