import { InputError } from '../error.js';
import { levelName } from '../table/levels.js';
import { type BlockSpec, blockReader, ownColumns } from './blocks.js';
import { levelCoder } from './categories.js';
import type { ColumnSpec } from './column-spec.js';
import type { FeatureSpec } from './spec.js';

/** One value of a column: a number, the name of a level, or nothing. */
type Cell = number | string | boolean | bigint | null | undefined;

/** What a row has of one feature: a value, or the numbers of a block. */
export type FeatureValue = Cell | ArrayLike<number>;

/** Reads the feature values of single rows into the codes that features are made of. */
export interface ValueReader {
  /** The codes of the row that was read last: numbers, places of levels, NaN where missing. */
  readonly codes: Float64Array;
  read(values: ArrayLike<FeatureValue>): void;
}

const refused = (sentence: string, column: string) =>
  new InputError(sentence, 'row-invalid', { column }, 'decision');

/** Columns come first, then the blocks. */
export function valueReader(features: Pick<FeatureSpec, 'columns' | 'blocks'>): ValueReader {
  const columns = ownColumns(features);
  const { blocks = [] } = features;
  const codes = new Float64Array(features.columns.length);
  const coders = columns.map((column) => column.levels && coderOf(column));
  const readBlocks = blockValues(blocks, codes, columns.length);
  return {
    codes,
    read(values) {
      if (values.length !== columns.length + blocks.length)
        throw wrongCount(values.length, [...columns, ...blocks]);
      for (let j = 0; j < columns.length; j++) {
        const value = cellOf(values[j], columns[j]);
        const coder = coders[j];
        const code = coder ? coder(value) : numberOf(value, columns[j]);
        if (Number.isNaN(code) && columns[j].missing === undefined) throw missing(columns[j]);
        codes[j] = code;
      }
      if (blocks.length > 0) readBlocks(values);
    },
  };
}

/** Reads what stands behind the columns: a list for each block. */
function blockValues(blocks: readonly BlockSpec[], codes: Float64Array, first: number) {
  let at = first;
  const parts = blocks.map((spec) => {
    const out = codes.subarray(at, at + spec.inputs);
    at += spec.inputs;
    return { spec, out, read: blockReader(spec) };
  });
  return (values: ArrayLike<FeatureValue>): void => {
    parts.forEach(({ spec: { name, width }, out, read }, b) => {
      const list = values[first + b];
      const isList = typeof list === 'object' && list !== null;
      if (!isList || list.length !== width)
        throw refused(
          `feature ${name} is ${isList ? `a list of ${list.length}` : 'no list'} (expected ${width} numbers).`,
          name,
        );
      read(list, 0, out);
      for (let k = 0; k < out.length; k++) {
        // A gap or an infinity among the numbers is one in a sum of them too.
        if (!Number.isFinite(out[k]))
          throw refused(`feature ${name} holds a number that is missing or not finite.`, name);
        out[k] = Math.fround(out[k]); // as a table keeps it
      }
    });
  };
}

function cellOf(value: FeatureValue, { name }: ColumnSpec): Cell {
  if (typeof value === 'object' && value !== null)
    throw refused(`feature ${name} is a list (expected one value).`, name);
  return value;
}

function coderOf(column: ColumnSpec): (value: Cell) => number {
  const code = levelCoder(column);
  return (value) => {
    if (value === null || value === undefined || value === '' || Number.isNaN(value))
      return Number.NaN;
    return code(levelName(value));
  };
}

function numberOf(value: Cell, { name }: ColumnSpec): number {
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

function wrongCount(found: number, columns: readonly { readonly name: string }[]): InputError {
  const expected = columns.length;
  const names = expected > 0 ? `: ${columns.map(({ name }) => name).join(', ')}` : '';
  return new InputError(
    `${found} feature columns (expected ${expected}${names}).`,
    'row-invalid',
    {},
    'decision',
  );
}
