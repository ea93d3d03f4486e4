import { InputError, optionText } from '@cede/core';
import { typedList } from '../column-patterns.js';
import type { TableOptions } from '../options.js';
import type { Matrix } from '../plan.js';
import { isMissing } from '../read/number.js';
import type { TableIssue } from '../table-issue.js';

/** The order of the classes, and a note where it had to be assumed. */
export interface Classes {
  readonly names: readonly string[];
  readonly notes: readonly TableIssue[];
}

const differ = (sentence: string, table: string, role = 'model') =>
  new InputError(sentence, 'classes-differ', { role }, `table ${table}`);

const isInteger = (name: string) => /^\d+$/.test(name);

/**
 * Names the classes, from the surest source down: the option, names stored in the file, names in
 * the columns (`model_p_cat`), the columns' numbers. Where columns are numbered but labels are
 * words, the sorted words are the classes, as is the habit of most libraries, if there are as many.
 */
export function nameClasses(
  model: Matrix,
  answers: readonly (readonly string[])[],
  options: TableOptions,
  stored: readonly string[] | undefined,
  table: string,
): Classes {
  const given = options.classes ?? stored;
  if (given) {
    insistOnWidth(given, model, table);
    if (new Set(given).size !== given.length) {
      throw differ(`a class name is given twice in ${given.join(', ')}.`, table);
    }
    return { names: given, notes: [] };
  }
  const numbers = model.names ?? Array.from({ length: model.width }, (_, k) => String(k));
  if (!numbers.every(isInteger)) return { names: numbers, notes: [] };
  const told = answers.flat().filter((name) => !isMissing(name));
  if (told.every((name) => Number.isFinite(Number(name)))) return { names: numbers, notes: [] };
  const sorted = withMissingWords([...new Set(told)], answers[0] ?? [], model.width).sort();
  if (sorted.length !== model.width) {
    throw differ(
      `labels are names, ${sorted.length} different ones (${some(sorted)}), but the model has ${model.width} columns (expected as many). Give the names in the columns' order with ${optionText('classes')}.`,
      table,
    );
  }
  return {
    names: sorted,
    notes: [
      {
        severity: 'note',
        code: 'class-order',
        message: `Class names were matched to the model's columns in sorted order (${sorted.slice(0, 4).join(', ')}${sorted.length > 4 ? ', …' : ''}); ${optionText('classes')} sets another.`,
        count: sorted.length,
      },
    ],
  };
}

/**
 * Every row has a label, so a label "none" or "NA" may be a class, where one is lacking without it. Of
 * an expert it is a missing answer.
 */
function withMissingWords(names: string[], labels: readonly string[], classes: number): string[] {
  const words = labels.filter((name) => isMissing(name));
  return names.length + words.length === classes ? [...names, ...words] : names;
}

function insistOnWidth(given: readonly string[], model: Matrix, table: string): void {
  if (given.length === model.width) return;
  throw differ(
    `${given.length} class names for ${model.width} model columns (expected as many).${lacking(model.names, given)}`,
    table,
  );
}

/** A list that stands in a file with names of its own for the classes, where another's are to be used. */
export function withStored(
  list: Matrix,
  stored: readonly string[] | undefined,
  { classesOf }: TableOptions,
  table: string,
): Matrix {
  if (!stored || classesOf === undefined || list.names) return list;
  insistOnWidth(stored, list, table);
  return { ...list, names: stored, stored: true };
}

/** Which classes no column speaks of, where those that there are tell. */
export function lacking(names: readonly string[] | undefined, classes: readonly string[]): string {
  if (!names?.length || !names.every((name) => classes.includes(name))) return '';
  const gone = classes.filter((name) => !names.includes(name));
  return gone.length === 0 ? '' : ` There is none for ${some(gone)}.`;
}

/** For labels outside the classes: the `--classes` to pass where they count from 1 and columns from 0. */
export function countedFromOne(
  classes: readonly string[],
  answers: readonly string[],
): string | undefined {
  if (classes.some((name, k) => name !== String(k))) return undefined;
  const names = classes.map((_, k) => String(k + 1));
  return answers.every((name) => names.includes(name) || isMissing(name))
    ? optionText('classes', names.join(','))
    : undefined;
}

/** For each class, the column of another matrix that speaks of it; undefined if they are in order. */
export function alignColumns(
  other: Matrix,
  classes: readonly string[],
  role: string,
  table: string,
): number[] | undefined {
  if (other.width !== classes.length) {
    throw differ(
      `${role} columns "${other.glob}" hold ${other.width} numbers a row but the model has ${classes.length} classes (expected as many).`,
      table,
    );
  }
  if (!other.names || (!other.stored && other.names.every(isInteger))) return undefined;
  const order = classes.map((name) => other.names!.indexOf(name));
  const lost = order.indexOf(-1);
  if (lost >= 0) {
    throw differ(
      `${role} columns "${other.glob}" have none for class "${classes[lost]}" (they speak of ${other.names.slice(0, 5).join(', ')}).`,
      table,
    );
  }
  return order.every((column, k) => column === k) ? undefined : order;
}

/**
 * The same for the model's own columns, where the classes came from elsewhere: columns that name the
 * same classes in another order are put in order. Columns with names of their own altogether are
 * renamed by classes given for them, and refused where the classes are those of a policy or of
 * another table (`classesOf`): these would be other classes, unless the columns had these very
 * names there too (`columnClasses`).
 */
export function alignModel(
  model: Matrix,
  classes: readonly string[],
  table: string,
  { classesOf: whose, columnClasses = [] }: Pick<TableOptions, 'classesOf' | 'columnClasses'> = {},
): number[] | undefined {
  const named = model.stored || model.names?.some((name) => !isInteger(name));
  if (!named) return undefined;
  if (whose !== undefined && model.names!.every((name) => columnClasses.includes(name)))
    return alignColumns(model, columnClasses, 'model', table);
  if (model.names!.some((name) => classes.includes(name)))
    return alignColumns(model, classes, 'model', table);
  const others = !classes.every(isInteger) || (model.stored && model.names!.every(isInteger));
  if (whose !== undefined && others) {
    throw differ(
      `model columns "${model.glob}" speak of ${some(model.names!)}, but the classes of ${whose} are ${some(classes)}. If these are the same in the same order, pass ${classes.length > LISTED ? `${optionText('classes')} with the latter` : optionText('classes', typedList(classes))}.`,
      table,
    );
  }
  return undefined;
}

/** What the model's columns call the classes, where that is something else altogether. */
export function otherNames({ names }: Matrix, classes: readonly string[]): string[] | undefined {
  const told = names?.some((name) => !isInteger(name)) === true;
  return told && !names!.some((name) => classes.includes(name)) ? [...names!] : undefined;
}

const LISTED = 8;

/** Names as a sentence lists them. */
const some = (names: readonly string[]): string =>
  names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ', …' : '');

/** Rearranges the columns of a row-major matrix in place. */
export function reorder(values: Float32Array, order: readonly number[]): void {
  const width = order.length;
  const row = new Float32Array(width);
  for (let at = 0; at < values.length; at += width) {
    row.set(values.subarray(at, at + width));
    for (let k = 0; k < width; k++) values[at + k] = row[order[k]!]!;
  }
}

/** A matrix with its columns in the order of the classes. */
export function inOrder(values: Float32Array, order: readonly number[] | undefined): Float32Array {
  if (order) reorder(values, order);
  return values;
}
