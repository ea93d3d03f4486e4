import { count as grouped, type Table } from '@cede/core';
import type { Answers } from '../answers.js';
import type { TableIssue } from '../table-issue.js';
import type { Tally } from './tally.js';

/** Looks at a table for one kind of trouble. Pure, and cheap: nothing is trained. */
export type Check = (table: TableToCheck, about: About) => TableIssue[];

/** A table as it was read, or one a caller made. */
export type TableToCheck = Table & {
  readonly spareVotes?: Float32Array;
  /** What was assumed while it was read. */
  readonly notes?: readonly TableIssue[];
};

/** What several checks need, worked out once. */
export interface About {
  /** The table's name for messages. */
  readonly name: string;
  readonly model: Side;
  readonly experts: readonly Side[];
}

/** The model or an expert, as checks see it. */
export interface Side {
  /** Where single ones are given; −1 where it was not asked. */
  readonly answers?: Answers;
  /** How right it was; undefined where the table can't tell. */
  readonly tally?: Tally;
}

export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** "7 rows", "1 row" */
export function counted(count: number, noun: string): string {
  const many = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  return `${grouped(count)} ${count === 1 ? noun : many}`;
}

/** Row numbers from 1 of the first few rows that fulfil a condition, and how many do. */
export function rowsWhere(rows: number, condition: (row: number) => boolean) {
  const first: number[] = [];
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (!condition(row)) continue;
    count++;
    if (first.length < 5) first.push(row + 1);
  }
  return { count, rows: first };
}
