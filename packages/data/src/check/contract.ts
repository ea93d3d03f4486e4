import type { Table } from '@cede/core';
import type { Finding } from '../finding.js';

/** Looks at a table for one kind of trouble. Pure, and cheap: nothing is trained. */
export type Check = (table: CheckedTable, about: About) => Finding[];

/** A table as it was read, or one a caller made. */
export type CheckedTable = Table & { readonly spareVotes?: Float32Array };

/** What several checks need, worked out once. */
export interface About {
  /** The table's name for messages. */
  readonly name: string;
  readonly modelAnswers?: Int32Array;
  readonly modelRight?: Float32Array;
  /** For each expert: its answers, where it gives single ones; −1 where it was not asked. */
  readonly expertsAnswers: readonly (Int32Array | undefined)[];
  /** For each expert: how right it was; NaN where it was not asked. */
  readonly expertsRight: readonly (Float32Array | undefined)[];
}

export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** "7 rows", "1 row" */
export function counted(count: number, noun: string): string {
  const many = noun.endsWith('s') ? `${noun}es` : `${noun}s`;
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`;
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

/** The mean of the values that are numbers, and how many are. */
export function meanOf(values: Float32Array): { mean: number; known: number } {
  let sum = 0;
  let known = 0;
  // By index: iterating a typed array costs several times as much, and this runs over every row.
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    known++;
  }
  return { mean: sum / known, known };
}
