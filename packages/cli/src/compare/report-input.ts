import type { NamedTable } from '@cede/study';
import type { MethodScores } from './grid.js';
import type { ComparePlan } from './plan.js';

/** What a report's data are computed from. */
export interface ReportInput {
  readonly title: string;
  readonly plan: ComparePlan;
  readonly methods: readonly MethodScores[];
  readonly fit: NamedTable;
  readonly test: NamedTable;
  /** Rows of the test table that the expert did not answer, and that `test` is without. */
  readonly unanswered?: number;
  readonly warnings: readonly string[];
  readonly command: string;
  readonly version: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Bands show the spread over seeds, as the paper draws them, instead of intervals. */
  readonly paperMode?: boolean;
  readonly chosenHow: string;
  /** What to try where something simpler does as well as the finding's method: one sentence. */
  readonly advice?: string;
  readonly verdict?: string;
  /** Told how much of the intervals is done: with many rows they take minutes. */
  readonly onProgress?: (done: number) => void;
}
