import type { TableOptions } from '../../options.js';
import type { KeptColumns } from './kept-columns.js';

/** How one part is scored. */
export interface PartOptions {
  readonly columns: TableOptions;
  readonly keep?: readonly string[];
  readonly signal?: Pick<AbortSignal, 'throwIfAborted'>;
  readonly rowsAtOnce: number;
  readonly onRows: (rows: number) => void;
  /** Who copies a Parquet part with its scores, if not this thread. */
  readonly elsewhere?: CopyElsewhere;
}

/** Rows of a part, and how many of them are handed over. */
export interface Counts {
  readonly rows: number;
  readonly deferred: number;
}

/** A Parquet part to be copied with its scores. */
export interface Copying {
  readonly part: string;
  readonly file: string;
  readonly asked: KeptColumns;
  readonly rowGroups: readonly number[];
  readonly columns: TableOptions;
  readonly rowsAtOnce: number;
}

/** Copies a part with its scores; undefined where the part has to be read in another way. */
export type CopyElsewhere = (
  copying: Copying,
  onRows: (rows: number) => void,
) => Promise<Counts | undefined>;

/** Counted by place: through the array's iterator it takes a quarter of the time of scoring. */
export function countOnes(flags: Uint8Array): number {
  let sum = 0;
  for (let row = 0; row < flags.length; row++) sum += flags[row]!;
  return sum;
}
