/** One thing worth saying about a table, in a sentence. */
export interface TableIssue {
  /** An error makes the table unusable; a warning may make its numbers mislead; a note informs. */
  readonly severity: 'error' | 'warning' | 'note';
  /** A stable name of the kind of issue: `sum`, `duplicate-id`, `vote-in-label` … */
  readonly code: string;
  readonly message: string;
  /** Rows (or classes, or ids) it concerns. */
  readonly count: number;
  /** The first few of those rows, counted from 1. */
  readonly rows?: readonly number[];
}
