import type { Policy } from '@cede/core';
import { count, plural } from './numbers.js';

/** Rows whose values are unlike those fitted, by column. */
interface Unusual {
  readonly rows: number;
  readonly columns: Readonly<Record<string, number>>;
}

/** A scorer that extrapolates may be wrong for sure: what was unusual, and where. */
export function unusualText({ scorer }: Policy, { rows, columns }: Unusual): string {
  const seen = scorer.features.columns.filter(({ name }) => Object.hasOwn(columns, name));
  const kinds = [
    ...(seen.some(({ levels }) => !levels) ? ['more than 3 deviations beyond the range'] : []),
    ...(seen.some(({ levels }) => levels) ? ['a level that no fitting row had'] : []),
  ].join(', or ');
  const which = Object.entries(columns).map(([column, times]) => `${column}: ${count(times)}`);
  return `${count(rows)} ${rows === 1 ? 'row has a value' : 'rows have values'} unlike those fitted: ${kinds} (${which.join(', ')}); see "unusual" in the output.`;
}

/** How many rows were answered with an error; `shown` where the answers were printed. */
export function refusedText(refused: number, rows: number, shown: boolean): string {
  const where = shown ? '; the errors are in the output' : '';
  return refused === rows
    ? `none of its ${plural(rows, 'row')} could be decided${where}.`
    : `${count(refused)} of ${plural(rows, 'line')} could not be decided${where}.`;
}
