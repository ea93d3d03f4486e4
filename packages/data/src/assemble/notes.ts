import { count, optionText, SUM_TOLERANCE } from '@cede/core';
import { typedList } from '../column-patterns.js';
import { columnRoles } from '../column-roles.js';
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

/** What became of words that often mean "missing": nobody else can tell what the writer meant. */
export function missingWordNote(
  field: string,
  { word, rows }: { readonly word: string; readonly rows: number },
  became: string,
): TableIssue {
  return {
    severity: 'warning',
    code: 'missing-word',
    message: `Column "${field}" says "${word}" in ${count(rows)} ${rows === 1 ? 'row' : 'rows'}: ${became}.`,
    count: rows,
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

/** The most columns that a sentence names. */
const NAMED = 12;

/** More names than these are shown once, and their option by the first two. */
const PATTERN = 3;

/** Whatever is in the file and plays no role: who misspelled a name sees it here. */
export function unusedNote(
  columns: readonly string[],
  /** How the features were asked for: named alone, new ones would take their place. */
  features: readonly string[] = [],
): TableIssue {
  const few = columns.slice(0, NAMED);
  // As an option takes it: a comma begins the next name.
  const written = (name: string) => name.replaceAll(',', '\\,');
  const more = columns.length - few.length;
  const experts = columns.flatMap((column) => EXPERT.exec(column)?.[1] ?? []);
  const roles = new Map<string, string[]>();
  for (const column of few) {
    // What an expert costs comes with it.
    const expert = experts.find((name) => column.startsWith(`${name}_`));
    const [role, name] = expert ? ['expert', expert] : [roleLike(column), column];
    roles.set(role, [...new Set([...(roles.get(role) ?? []), name])]);
  }
  const ways = [...roles].map(([role, names]) => {
    const shown =
      names.length > PATTERN ? [...names.slice(0, 2).map(written), '…'] : names.map(written);
    return role === 'features'
      ? `${optionText(role, [typedList(features), ...shown].filter(Boolean).join(','))} (leave out ids, and what is known only after the decision)`
      : optionText(role, shown.join(','));
  });
  return {
    severity: 'note',
    code: 'unused-columns',
    message: `Not used: ${few.map(written).join(', ')}${more > 0 ? ` and ${count(more)} more columns` : ''}. To use ${columns.length === 1 ? 'it' : few.length > PATTERN ? 'some' : 'them'}: ${ways.join(', ')}.`,
    count: columns.length,
  };
}

/** `opus_correct` says that somebody called opus was right, which no scorer may know: an expert. */
const EXPERT = /^(.+)_(?:correct|label|loss)$/i;

/** What people call the true class: advised as a feature, it would tell the scorer the answer. */
const TRUTH = /^(y_?true|(ground_?)?truth|gold|target|(true|correct)_?(label|class|answer))$/i;

/** What people call a case's own number: as a feature it would be learned by heart. */
const ID = /(^|[ _-])(uuid|guid|nr\.?|no\.)$/i;

/** The role that a name ends in (`human_propensity`); anything else could be a feature. */
function roleLike(column: string): string {
  if (TRUTH.test(column)) return 'label';
  if (ID.test(column)) return 'id';
  const found = columnRoles().find(
    ([, { usual }]) => usual && new RegExp(`(^|_)${usual.name}$`, 'i').test(column),
  );
  return found?.[0] ?? (/_cost$/i.test(column) ? 'expertCost' : 'features');
}
