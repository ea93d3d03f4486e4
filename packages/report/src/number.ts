import { fixed } from '@cede/core';
import type { ReportData, Target } from './report-data.js';

/** A rate or share: 0.2 → "20 %", 0.125 → "12.5 %". */
export function percent(fraction: number, decimals = 1): string {
  const text = fixed(100 * fraction, decimals);
  return `${text.includes('.') ? text.replace(/\.?0+$/, '') : text} %`;
}

/** As many decimals as so many rows carry: a tenth of a point needs thousands. */
export const decimalsOfRows = (rows: number): number => (rows >= 2_000 ? 1 : 0);

/** Decimals that show about four digits of a number of this size (accuracy: always 2). */
export function decimalsFor(target: Target, largest: number): number {
  if (target.kind === 'accuracy') return 2;
  let decimals = 3;
  for (let size = Math.abs(largest); size < 1 && size > 0 && decimals < 7; size *= 10) decimals++;
  for (let size = Math.abs(largest); size >= 10 && decimals > 0; size /= 10) decimals--;
  return decimals;
}

/** The decimals of tables: the same for every cell. */
export function tableDecimals(data: ReportData): number {
  const values = [...data.methods.flatMap(({ mean }) => mean), data.finding.modelValue];
  return decimalsFor(data.target, Math.max(...values.map(Math.abs)));
}

/**
 * The decimals of sentences: one fewer digit than the table, unless the interval is so narrow
 * that its ends would read the same.
 */
export function sentenceDecimals({
  target,
  finding,
}: {
  readonly target: Target;
  readonly finding: Pick<ReportData['finding'], 'lower' | 'upper' | 'modelValue'>;
}): number {
  if (target.kind !== 'accuracy') return decimalsFor(target, finding.modelValue);
  return finding.upper - finding.lower < 0.3 ? 2 : 1;
}

/** One more decimal where "85.5 to 86.4" would stand beside "+0.8". */
export function decimalsThatAddUp(from: number, to: number, decimals: number): number {
  const round = (value: number) => Number(value.toFixed(decimals));
  return round(round(to) - round(from)) === round(to - from) ? decimals : decimals + 1;
}

/** "71.1 %", "2.06 CHF", "$2.06": a sign of money stands before the number, all else behind it. */
export function withUnit(text: string, unit: string): string {
  if (!unit) return text;
  if (!/\p{Sc}/u.test(unit)) return `${text} ${unit}`;
  return text.startsWith('−') ? `−${unit}${text.slice(1)}` : `${unit}${text}`;
}
