import { InputError, insist } from '../error.js';
import { count } from '../number.js';
import type { Block, Column } from '../table/table.js';
import type { ColumnSpec } from './column-spec.js';
import { makeProjection, PROJECTED, type Projection, project, SHARES } from './projection.js';

/**
 * A block of numbers (an embedding) as a scorer sees it: as columns of its own at the end of the
 * spec's, in the order of the blocks. A narrow block is taken number by number, a wide one behind a
 * seeded random projection.
 */
export interface BlockSpec {
  readonly name: string;
  /** Numbers a row. */
  readonly width: number;
  /** Columns that come of it. */
  readonly inputs: number;
  /** Of the projection; absent where there is none. */
  readonly seed?: number;
}

/** What a reader of a policy must know to compute such features (`requires`). */
export const BLOCKS = 'blocks';

/** The widest block: what a Parquet reader lists, and ten times the embeddings of today. */
export const WIDEST_BLOCK = 16_384;

const SEED = 0;

export const blockSpec = ({ name, width }: Block): BlockSpec =>
  width <= PROJECTED
    ? { name, width, inputs: width }
    : { name, width, inputs: PROJECTED, seed: SEED };

interface WithBlocks {
  readonly columns: readonly ColumnSpec[];
  readonly blocks?: readonly BlockSpec[];
}

/** The columns that a table or a row must bring: those of blocks are made. */
export function ownColumns({ columns, blocks = [] }: WithBlocks): readonly ColumnSpec[] {
  const made = blocks.reduce((sum, { inputs }) => sum + inputs, 0);
  return made === 0 ? columns : columns.slice(0, columns.length - made);
}

/** The name that people know a column by: of what a block gave, the block's. */
export function knownName({ columns, blocks = [] }: WithBlocks, column: number): string {
  let end = columns.length;
  for (const { name, inputs } of [...blocks].reverse()) {
    if (column >= end - inputs) return name;
    end -= inputs;
  }
  return columns[column].name;
}

/** Turns one row of a block into the numbers a scorer sees. */
export type BlockReader = (values: ArrayLike<number>, from: number, out: Float64Array) => void;

export function blockReader(spec: BlockSpec): BlockReader {
  if (spec.seed === undefined)
    return (values, from, out) => {
      for (let k = 0; k < out.length; k++) out[k] = values[from + k];
    };
  const projection = projectionOf(spec.width, spec.inputs, spec.seed);
  return (values, from, out) => project(projection, values, from, out);
}

const projections = new Map<string, Projection>();

function projectionOf(width: number, outputs: number, seed: number): Projection {
  const key = `${width} ${outputs} ${seed}`;
  const known = projections.get(key) ?? makeProjection(width, outputs, seed);
  projections.set(key, known);
  return known;
}

/**
 * What comes of a block's own numbers, kept as long as they are: folds and candidates share it. It is
 * made for all rows at once, whichever of them are asked for.
 */
const made = new WeakMap<Float32Array, Map<string, readonly Float32Array[]>>();

/** The columns of a block that a scorer sees. */
export function blockColumns(block: Block, spec: BlockSpec): Column[] {
  if (block.width !== spec.width)
    throw new InputError(
      `feature ${block.name} holds ${count(block.width)} numbers a row (expected ${count(spec.width)}, as the scorer was fitted with).`,
      'column-unusable',
      { role: 'features', columns: [block.name] },
      'table',
    );
  const { rows } = block;
  return madeColumns(block, spec).map((values, k) => ({
    name: `${spec.name}[${k}]`,
    values: rows ? Float32Array.from(rows, (row) => values[row]) : values,
  }));
}

function madeColumns({ values, width }: Block, spec: BlockSpec): readonly Float32Array[] {
  const kinds = made.get(values) ?? new Map<string, readonly Float32Array[]>();
  made.set(values, kinds);
  const key = `${spec.inputs} ${spec.seed}`;
  const known = kinds.get(key);
  if (known) return known;
  const rows = values.length / width;
  const columns = Array.from({ length: spec.inputs }, () => new Float32Array(rows));
  const read = blockReader(spec);
  const out = new Float64Array(spec.inputs);
  for (let i = 0; i < rows; i++) {
    read(values, i * width, out);
    for (let k = 0; k < out.length; k++) columns[k][i] = out[k];
  }
  kinds.set(key, columns);
  return columns;
}

/** Checks what a policy's file may hold in this place. */
export function validateBlocks({ columns, blocks = [] }: WithBlocks): void {
  insist(Array.isArray(blocks), () => 'features: blocks must be a list.');
  let left = columns.length;
  for (const { name, width, inputs, seed } of [...blocks].reverse()) {
    insist(
      Number.isInteger(width) && width >= 1 && width <= WIDEST_BLOCK,
      () => `feature ${name}: ${width} numbers a row (expected 1 to ${count(WIDEST_BLOCK)}).`,
    );
    const projected = seed !== undefined;
    insist(
      Number.isInteger(inputs) &&
        (projected
          ? Number.isSafeInteger(seed) && seed >= 0 && inputs >= SHARES && inputs % SHARES === 0
          : inputs === width),
      () => `feature ${name}: ${inputs} inputs of ${width} numbers with seed ${seed} don't fit.`,
    );
    for (let k = inputs - 1; k >= 0; k--)
      insist(
        columns[--left]?.name === `${name}[${k}]`,
        () => `feature ${name}: its column ${k} is missing.`,
      );
  }
}
