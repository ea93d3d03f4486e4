import { MOST_LEVELS } from '@cede/core';
import type { TableIssue } from '../table-issue.js';
import { type Check, counted, percent, rowsWhere } from './contract.js';

/** Gaps are taken, but who reads the table should know of them. */
export const missingFeatures: Check = (table) =>
  table.columns.flatMap(({ name, values }): TableIssue[] => {
    const { count, rows } = rowsWhere(table.rows, (row) => Number.isNaN(values[row]!));
    if (count === 0) return [];
    const isEmpty = count === table.rows;
    return [
      {
        severity: isEmpty ? 'warning' : 'note',
        code: 'feature-gaps',
        message: isEmpty
          ? `Feature ${name} is missing in every row.`
          : `Feature ${name} is missing in ${counted(count, 'row')} (${percent(count / table.rows)}; first: ${rows.join(', ')}); a scorer sees that it is.`,
        count,
        rows,
      },
    ];
  });

/** A level that few rows have says little; of many, only the most frequent are told apart. */
export const manyLevels: Check = (table) =>
  table.columns.flatMap(({ name, values, levels }): TableIssue[] => {
    if (!levels || levels.length <= MOST_LEVELS) return [];
    const seen = new Set(values.filter((code) => !Number.isNaN(code))).size;
    if (seen <= MOST_LEVELS) return [];
    return [
      {
        severity: 'note',
        code: 'many-levels',
        message: `Feature ${name} has ${counted(seen, 'level')}: a scorer tells the ${MOST_LEVELS} most frequent apart, and takes the rest as one.`,
        count: seen,
      },
    ];
  });
