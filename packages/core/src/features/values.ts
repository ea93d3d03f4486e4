import { InputError } from '../error.js';
import { levelName } from '../table/levels.js';
import { levelCoder } from './categories.js';
import type { ColumnSpec } from './column-spec.js';

/** One value of a feature column: a number, the name of a level, or nothing. */
export type FeatureValue = number | string | boolean | bigint | null | undefined;

/** Reads the feature values of single rows into the codes that features are made of. */
export interface ValueReader {
  /** The codes of the row that was read last: numbers, places of levels, NaN where missing. */
  readonly codes: Float64Array;
  read(values: ArrayLike<FeatureValue>): void;
}

const refused = (sentence: string, column: string) =>
  new InputError(sentence, 'row-invalid', { column }, 'decision');

export function valueReader(columns: readonly ColumnSpec[]): ValueReader {
  const codes = new Float64Array(columns.length);
  const coders = columns.map((column) => column.levels && coderOf(column));
  return {
    codes,
    read(values) {
      if (values.length !== columns.length) throw wrongCount(values.length, columns);
      for (let j = 0; j < columns.length; j++) {
        const value = values[j];
        const coder = coders[j];
        const code = coder ? coder(value) : numberOf(value, columns[j]);
        if (Number.isNaN(code) && columns[j].missing === undefined) throw missing(columns[j]);
        codes[j] = code;
      }
    },
  };
}

function coderOf(column: ColumnSpec): (value: FeatureValue) => number {
  const code = levelCoder(column);
  return (value) => {
    if (value === null || value === undefined || value === '' || Number.isNaN(value))
      return Number.NaN;
    return code(levelName(value));
  };
}

function numberOf(value: FeatureValue, { name }: ColumnSpec): number {
  if (value === null || value === undefined) return Number.NaN;
  if (typeof value === 'string' || Math.abs(Number(value)) === Number.POSITIVE_INFINITY)
    throw refused(
      `feature ${name} is ${typeof value === 'string' ? JSON.stringify(value) : value} (expected a finite number).`,
      name,
    );
  return Number(value);
}

/** The scorer never learned what a gap means here, and a gap is more often a broken join than news. */
const missing = ({ name }: ColumnSpec) =>
  refused(
    `feature ${name} is missing, and no fitting row was without it, so the scorer can't tell what that means. Fill it, or fit again with such rows.`,
    name,
  );

function wrongCount(found: number, columns: readonly ColumnSpec[]): InputError {
  const expected = columns.length;
  const names = expected > 0 ? `: ${columns.map(({ name }) => name).join(', ')}` : '';
  return new InputError(
    `${found} feature columns (expected ${expected}${names}).`,
    'row-invalid',
    {},
    'decision',
  );
}
