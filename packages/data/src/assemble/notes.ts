import { count, optionText, SUM_TOLERANCE } from '@cede/core';
import type { TableIssue } from '../table-issue.js';
import type { MatrixColumn } from './matrix.js';

/** Rows whose sum was off and could be put right. */
export function rescaledNote({ rescaled, furthest }: MatrixColumn, who = 'the model'): TableIssue {
  const within = Math.max(SUM_TOLERANCE, Number(furthest.toFixed(2)));
  return {
    severity: 'note',
    code: 'rescaled',
    message: `Probabilities of ${who} in ${count(rescaled)} ${rescaled === 1 ? 'row' : 'rows'} summed to 1 only within ${within} and were divided by their sum.`,
    count: rescaled,
  };
}

const LISTED = 8;

/** Columns that nobody reads: a scorer might have learned from them, or a name is misspelt. */
export function unusedNote(names: readonly string[]): TableIssue {
  const more = names.length > LISTED ? ` and ${count(names.length - LISTED)} more` : '';
  return {
    severity: 'note',
    code: 'unused-columns',
    message: `Not used: ${names.slice(0, LISTED).join(', ')}${more}. A scorer may learn from columns that are known before the decision; name them with ${optionText('features')}.`,
    count: names.length,
  };
}

/** So many rows can't all be in order as probabilities by chance. */
const SURE = 20;

/** A side whose numbers were said to be logits. */
export interface LogitSide {
  readonly who: string;
  readonly column: MatrixColumn;
}

/** Softmaxing probabilities once more would give other numbers without a word. */
export function notLogits(table: string, sides: readonly LogitSide[], rows: number): TableIssue[] {
  const found = sides.filter(({ column }) => column.alike > 0.99 * (rows - column.missing));
  const fix =
    found.length === sides.length
      ? `Leave ${optionText('logits')} out.`
      : `Turn the other logits into probabilities too, and leave ${optionText('logits')} out.`;
  return found.map(({ who, column: { alike } }) => ({
    severity: alike >= SURE ? 'error' : 'warning',
    code: who === 'the model' ? 'not-logits:model' : 'not-logits:expert',
    message: `table ${table}: the numbers of ${who} are given as logits but are probabilities already (from 0 to 1, and they sum to 1 in ${alike === rows ? 'every row' : `${count(alike)} of ${count(rows)} rows`}). ${fix}`,
    count: alike,
  }));
}
