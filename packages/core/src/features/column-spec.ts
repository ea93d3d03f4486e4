import { insist } from '../error.js';

/** A number brought to mean 0 and deviation 1 by what the fitting table had. */
export interface Standardised {
  readonly name: string;
  readonly mean: number;
  readonly deviation: number;
}

/**
 * What a scorer sees of one feature column. A number is one input. A category is one input of 0 or 1
 * for each level, and one for all the rest. A column that may be empty has a further input that says
 * so; a number then stands at the mean, which is 0 once it is standardised.
 */
export interface ColumnSpec extends Standardised {
  /** The range of the fitting rows; absent in older policies and of categories. */
  readonly least?: number;
  readonly most?: number;
  /**
   * Absent: a missing value is refused. `indicator`: fitting rows had some, and an input says so.
   * `filled`: rows of the same table had some, but by chance none of those that were fitted.
   */
  readonly missing?: 'indicator' | 'filled';
  /** Of a category: the levels with an input of their own, the most frequent first. */
  readonly levels?: readonly string[];
  /** Of a category: the fitting rows had further levels, and they share an input. */
  readonly other?: true;
  /** Those levels, unless there are too many to tell a new one by. */
  readonly rare?: readonly string[];
}

/** What a reader of a policy must know to compute such features (`requires`). */
export const MISSING_VALUES = 'missing-values';
export const CATEGORIES = 'categories';

/** What the columns of a scorer ask of a reader of its policy. */
export const columnRequirements = (columns: readonly ColumnSpec[]): string[] => [
  ...(columns.some(({ missing }) => missing !== undefined) ? [MISSING_VALUES] : []),
  ...(columns.some(({ levels }) => levels !== undefined) ? [CATEGORIES] : []),
];

/** How many inputs a column gives. */
export const columnWidth = ({ levels, other, missing }: ColumnSpec): number =>
  (levels ? levels.length + (other ? 1 : 0) : 1) + (missing === 'indicator' ? 1 : 0);

/**
 * Writes the inputs of one value and returns where the next column begins. Of a category the value
 * is a code: the place of its level, or anything above for the rest. NaN is missing.
 */
export function writeColumn(
  column: ColumnSpec,
  value: number,
  out: Float32Array,
  at: number,
): number {
  const { levels, missing } = column;
  const isMissing = Number.isNaN(value);
  let next = at;
  if (levels) {
    const width = levels.length + (column.other ? 1 : 0);
    next += width;
    for (let k = at; k < next; k++) out[k] = 0;
    if (value < width) out[at + value] = 1;
    else if (column.other && !isMissing) out[next - 1] = 1;
  } else {
    out[next++] = isMissing ? 0 : (value - column.mean) / column.deviation;
  }
  if (missing === 'indicator') out[next++] = isMissing ? 1 : 0;
  return next;
}

/** Checks what a policy's file may hold in this place. */
export function validateColumn(column: ColumnSpec): void {
  const { name, levels, rare, other, missing } = column;
  const names = (list: unknown) =>
    Array.isArray(list) &&
    list.every((level) => typeof level === 'string') &&
    new Set(list).size === list.length;
  insist(
    levels === undefined || names(levels),
    () => `feature ${name}: its levels must be a list of different texts.`,
  );
  insist(
    missing === undefined || missing === 'indicator' || missing === 'filled',
    () => `feature ${name}: missing is ${JSON.stringify(missing)} (expected indicator or filled).`,
  );
  insist(
    other === undefined || (other === true && levels !== undefined),
    () => `feature ${name}: only a category has other levels.`,
  );
  insist(
    rare === undefined || (other === true && names(rare)),
    () => `feature ${name}: its rare levels must be a list of different texts.`,
  );
}
