/** DuckDB's own row groups. */
const USUAL = 122_880;
/** DuckDB takes a row group for whole that lacks so many rows of the size asked for, or has more. */
const TOLERANCE = 2048;
/** A row group is in memory while it is written. */
const MOST = 2 ** 20;

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
