import { InputError } from '../error.js';
import { scaleOf } from './sums.js';
import type { Column, Expert, Table } from './table.js';
import { validateTable } from './validate.js';

/** A table as most callers have it: rows of numbers, labels as class indices or names. */
export interface Arrays {
  readonly label?: ArrayLike<number | string>;
  /** The model's probabilities, one row a case. */
  readonly model?: ArrayLike<ArrayLike<number>>;
  /** The expert's probabilities, or its labels. */
  readonly expert?: ArrayLike<ArrayLike<number>> | ArrayLike<number | string>;
  readonly expertName?: string;
  /** Class names, in the order of the probabilities; "0", "1", … if left out. */
  readonly classes?: readonly string[];
  /** Numeric feature columns by name. */
  readonly columns?: Readonly<Record<string, ArrayLike<number>>>;
  readonly modelCorrect?: ArrayLike<number>;
  readonly expertCorrect?: ArrayLike<number>;
  readonly modelLoss?: ArrayLike<number>;
  readonly expertLoss?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
}

export function tableFromArrays(arrays: Arrays): Table {
  const { model, label, expert } = arrays;
  const rows = (model ?? label ?? arrays.modelCorrect ?? arrays.modelLoss)?.length ?? 0;
  const classes =
    arrays.classes ??
    (model ? Array.from({ length: model[0]?.length ?? 0 }, (_, c) => String(c)) : []);
  const table: Table = {
    rows,
    classes,
    ...(label && { label: indices(label, classes, 'label') }),
    ...(model && { model: matrix(model, classes.length, 'model') }),
    ...(arrays.modelCorrect && { modelCorrect: Float32Array.from(arrays.modelCorrect) }),
    ...(arrays.modelLoss && { modelLoss: Float32Array.from(arrays.modelLoss) }),
    ...(arrays.weight && { weight: Float32Array.from(arrays.weight) }),
    experts: expertsOf(arrays, expert, classes),
    columns: Object.entries(arrays.columns ?? {}).map(
      ([name, values]): Column => ({ name, values: Float32Array.from(values) }),
    ),
  };
  validateTable(table);
  return table;
}

function expertsOf(arrays: Arrays, expert: Arrays['expert'], classes: readonly string[]): Expert[] {
  const name = arrays.expertName ?? 'expert';
  if (arrays.expertCorrect)
    return [{ name, kind: 'correct', correct: Float32Array.from(arrays.expertCorrect) }];
  if (arrays.expertLoss)
    return [{ name, kind: 'losses', losses: Float32Array.from(arrays.expertLoss) }];
  if (!expert) return [];
  if (isRows(expert))
    return [
      { name, kind: 'probabilities', probabilities: matrix(expert, classes.length, 'expert') },
    ];
  return [{ name, kind: 'labels', labels: indices(expert, classes, 'expert') }];
}

function isRows(values: ArrayLike<unknown>): values is ArrayLike<ArrayLike<number>> {
  return typeof values[0] === 'object';
}

function matrix(rows: ArrayLike<ArrayLike<number>>, classes: number, what: string): Float32Array {
  const flat = new Float32Array(rows.length * classes);
  for (let i = 0; i < rows.length; i++) {
    if (rows[i].length !== classes)
      throw new InputError(
        `row ${i + 1}: ${what} has ${rows[i].length} probabilities (expected ${classes}).`,
      );
    let sum = 0;
    for (let c = 0; c < classes; c++) sum += rows[i][c];
    const scale = scaleOf(sum, rows[i], 0, classes);
    for (let c = 0; c < classes; c++) flat[i * classes + c] = rows[i][c] / scale;
  }
  return flat;
}

function indices(
  labels: ArrayLike<number | string>,
  classes: readonly string[],
  what: string,
): Int32Array {
  return Int32Array.from({ length: labels.length }, (_, i) => {
    const label = labels[i];
    const index = typeof label === 'number' ? label : classes.indexOf(label);
    if (!(Number.isInteger(index) && index >= 0 && index < classes.length)) {
      throw new InputError(
        `row ${i + 1}: ${what} is ${JSON.stringify(label)} (expected a class index from 0 to ${classes.length - 1}${typeof label === 'string' ? `, or one of ${classes.slice(0, 5).join(', ')}` : ''}).`,
      );
    }
    return index;
  });
}
