import type { GroupReport } from '@cede/study';
import { decimalsOfRows } from '../number.js';
import { amount, fixed, percent, points } from './numbers.js';
import { confidenceText } from './promises.js';

/** Sentences about gaps and harm; the same in the terminal and in the report. */
export function groupNotes({ groups, gaps, confidence }: GroupReport, accuracy: boolean): string[] {
  // No digit that the smallest group doesn't carry.
  const digits = decimalsOfRows(Math.min(...groups.map(({ rows }) => rows)));
  const value = (v: number) => (accuracy ? apart(v, digits) : amount(v, 3));
  return [
    ...groups
      .filter(({ harmed }) => harmed)
      .map(
        ({ name, gain, harmPValue }) =>
          `Handing over harms ${name}: ${accuracy ? `${points(gain, 2)} points` : amount(gain, 3)} (p = ${harmPValue.toPrecision(2)}, corrected for ${groups.length} groups).`,
      ),
    `Between groups, rates differ by up to ${apart(gaps.rate, digits)}, results without handing over by ${value(gaps.model)}, with it by ${value(gaps.value)}.`,
    `Intervals are for one group at a time (${confidenceText(confidence)}); warnings of harm are Holm-corrected over all of them.`,
  ];
}

/** How far apart two shares are: no sign. */
const apart = (share: number, digits = 1) => `${fixed(100 * share, digits)} points`;

/** A table of groups, line by line. */
export function groupText(report: GroupReport, accuracy: boolean): string[] {
  const value = (v: number) => (accuracy ? percent(v, 1) : amount(-v));
  const change = (v: number) => (accuracy ? points(v, 2) : amount(v, 3));
  const line = (cells: readonly string[]) =>
    `  ${cells[0].slice(0, 20).padEnd(20)}${cells
      .slice(1)
      .map((cell) => cell.padStart(10))
      .join('')}`;
  return [
    line([report.column, 'rows', 'rate', 'model', 'system', 'gain']),
    ...report.groups.map(
      (group) =>
        `${line([
          group.name,
          String(group.rows),
          percent(group.rate),
          value(group.model),
          value(group.value),
          change(group.gain),
        ])}  (${change(group.gainInterval.lower)} to ${change(group.gainInterval.upper)})${group.harmed ? '  ← harm' : ''}`,
    ),
    ...(report.untold ?? []).map(
      ({ name, rows, rate, model }) =>
        `${line([name, String(rows), percent(rate), value(model), '–', '–'])}  can't tell: nobody answered what was handed over`,
    ),
    ...groupNotes(report, accuracy).map((note) => `  ${note}`),
  ];
}

/** Where nobody is asked: what each group is answered, and how much of that is right. */
export function answeredGroupText(
  { column, groups, gaps }: GroupReport,
  accuracy: boolean,
): string[] {
  const value = (v: number) => (accuracy ? percent(v, 1) : amount(-v));
  const best = accuracy ? 1 : 0;
  const line = (cells: readonly string[]) =>
    `  ${cells[0].slice(0, 20).padEnd(20)}${cells
      .slice(1)
      .map((cell) => cell.padStart(14))
      .join('')}`;
  return [
    line([
      column,
      'rows',
      'answered',
      accuracy ? 'right of all' : 'loss of all',
      accuracy ? 'right then' : 'loss then',
    ]),
    ...groups.map(({ name, rows, rate, model, value: all }) =>
      line([
        name,
        String(rows),
        percent(1 - rate),
        value(model),
        rate < 1 ? value(best - (best - all) / (1 - rate)) : '–',
      ]),
    ),
    `  Between groups, the share answered differs by up to ${apart(gaps.rate)}.`,
  ];
}
