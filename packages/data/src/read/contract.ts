import type { Problems } from '../problems.js';
import { isBlank, isMissing } from './number.js';

/**
 * What every reader does, in two steps so that only the columns a table needs are ever parsed:
 * `open` looks at the names, roles are found among them, then `batches` reads the wanted ones.
 */
export interface Reader {
  readonly format: string;
  /** Endings of file names, with the dot. */
  readonly extensions: readonly string[];
  open(source: ByteSource): Promise<OpenTable>;
}

/** Where the bytes of one file come from: memory, a Blob, a file, a pipe. */
export interface ByteSource {
  /** The name used in messages; its ending chooses the reader. */
  readonly name: string;
  /** Bytes in all, where known. */
  readonly size?: number;
  /** The bytes in order; may be asked for again unless the source is a pipe. */
  chunks(): AsyncIterable<Uint8Array>;
  /** All bytes at once, for formats with a directory at the end. */
  bytes(): Promise<Uint8Array>;
}

/** A file whose columns are known and whose rows can be read. */
export interface OpenTable {
  readonly fields: readonly Field[];
  /** Rows, where the format says so or they can be estimated: saves growing the columns. */
  readonly expectedRows?: number;
  /** Names of classes stored in the file (an NPZ array `classes`). */
  readonly classes?: readonly string[];
  /**
   * Problems are reported with row numbers counted from 1 in this file. `together` lists wants that
   * will be laid side by side, row by row: a reader that can do so cheaply puts them all, row by
   * row, in the place of the first and nothing in the places of the others.
   */
  batches(
    wants: readonly Want[],
    problems: Problems,
    together?: readonly (readonly number[])[],
  ): AsyncIterable<Batch>;
}

/** A column of a file, before its role is known. */
export interface Field {
  readonly name: string;
  /** `either` where only the values can tell (CSV). */
  readonly kind: 'number' | 'text' | 'either';
  /** Values a row: 1, or the length of a list column. */
  readonly width: number;
  /** Where only the values can tell: those of the first rows are all words. */
  readonly words?: true;
  /** What is wrong with a field of which no column can come: "holds a struct in each row". */
  readonly misfit?: string;
}

/** A {@link Field.misfit}: too short for a matrix, and no value. */
export const LONE_LIST = 'holds a list of one value, or none, in its first row';

/**
 * A field to be read. `float32` and `float64` arrive as numbers (NaN where missing); `label` and
 * `time` as numbers where every value of the batch is one and as text otherwise; `text` and `name` as
 * text. Words for "missing" (`NA`, `none`) are missing, but not in a `label` or a `name`: a class or a
 * group may be called that.
 */
export interface Want {
  readonly field: string;
  readonly as: 'float32' | 'float64' | 'label' | 'time' | 'text' | 'name';
  readonly width: number;
}

/** Whether values arrive as text even where all are numbers. */
export const isText = (as: Want['as']): boolean => as === 'text' || as === 'name';

/** What text means "missing" in a column that is read as `as`. */
export const missingAs = (as: Want['as']): ((text: string) => boolean) =>
  as === 'label' || as === 'name' ? isBlank : isMissing;

/** Some rows of a table that is being read. */
export interface Batch {
  readonly rows: number;
  /** One column for each want, in their order. */
  readonly columns: readonly RawColumn[];
  /** The numbers are nobody else's: a table may keep them, and write into them. */
  readonly given?: true;
}

/** Numbers (row by row where the field is a list), or text with null where missing. */
export type RawColumn = Numbers | readonly (string | null)[];
export type Numbers = Float32Array | Float64Array;

export function isNumbers(column: RawColumn): column is Numbers {
  return ArrayBuffer.isView(column);
}
