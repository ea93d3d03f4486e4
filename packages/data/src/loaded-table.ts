import type { Table } from '@cede/core';
import type { TableIssue } from './table-issue.js';

/** A table as it was read: where from, and what was noticed on the way. */
export interface LoadedTable extends Table {
  readonly sources: readonly Source[];
  readonly notes: readonly TableIssue[];
  /** What the model's columns call the classes, in order, where the classes were given other names. */
  readonly columnClasses?: readonly string[];
  /** The model's columns in the order of the classes, where they aren't `model_0`, `model_1` … */
  readonly modelColumns?: readonly string[];
  /** Vote counts found in the file that play no role, rows × classes; checks look at them. */
  readonly spareVotes?: Float32Array;
}

/** A file that a table was read from. */
export interface Source {
  readonly name: string;
  readonly rows: number;
}
