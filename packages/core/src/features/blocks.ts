import { decodeFloats } from '../encoding/base64.js';
import { InputError, insist } from '../error.js';
import { count } from '../number.js';
import type { Block, Column } from '../table/table.js';
import type { ColumnSpec } from './column-spec.js';
import { makeProjection, PROJECTED, type Projection, project, SHARES } from './projection.js';

/**
 * A block of numbers (an embedding) as a scorer sees it: as columns of its own at the end of the
 * spec's, in the order of the blocks. A narrow block is taken number by number, a wide one behind a
 * seeded random projection. A rule that was fitted to all numbers of a wide block (wide-ridge.ts)
 * stands behind the projection as one more column: what its direction gives.
 */
export interface BlockSpec {
  readonly name: string;
  /** Numbers a row. */
  readonly width: number;
  /** Columns that come of it. */
  readonly inputs: number;
  /** Of the projection; absent where there is none. */
  readonly seed?: number;
  /** Of a rule on all numbers: what each adds, base64 Float32. Its sum is the last column. */
  readonly direction?: string;
}

/** What a reader of a policy must know to compute such features (`requires`). */
export const BLOCKS = 'blocks';
/** And to compute those with a direction. */
export const BLOCK_DIRECTIONS = 'block-directions';

/** The widest block: what a Parquet reader lists, and ten times the embeddings of today. */
export const WIDEST_BLOCK = 16_384;

const SEED = 0;

export const blockSpec = ({ name, width }: Block): BlockSpec =>
  width <= PROJECTED
    ? { name, width, inputs: width }
    : { name, width, inputs: PROJECTED, seed: SEED };

/** The block with one more column: the sum of its numbers, each times its own. */
export const withDirection = (spec: BlockSpec, direction: string): BlockSpec => ({
  ...spec,
  inputs: spec.inputs + 1,
  direction,
});

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
  const projection = projectionOf(spec.width, projectedInputs(spec), spec.seed);
  if (spec.direction === undefined)
    return (values, from, out) => project(projection, values, from, out);
  const direction = directionOf(spec)!;
  return (values, from, out) => {
    project(projection, values, from, out);
    out[out.length - 1] = sumAlong(direction, values, from);
  };
}

/** Columns that the projection gives. */
export const projectedInputs = ({ inputs, direction }: BlockSpec): number =>
  direction === undefined ? inputs : inputs - 1;

/** What each number adds to the last column; undefined where the block has no rule of its own. */
export const directionOf = ({ name, width, direction }: BlockSpec): Float32Array | undefined =>
  direction === undefined ? undefined : decodeFloats(direction, width, `feature ${name}`);

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
  const made = madeColumns(block, spec).map((values) =>
    rows ? Float32Array.from(rows, (row) => values[row]) : values,
  );
  const direction = directionOf(spec);
  if (direction) made.push(alongDirection(block, direction));
  return made.map((values, k) => ({ name: `${spec.name}[${k}]`, values }));
}

/** Not kept: every fold has a direction of its own. */
function alongDirection({ values, width, rows }: Block, direction: Float32Array): Float32Array {
  const count = rows ? rows.length : values.length / width;
  return Float32Array.from({ length: count }, (_, i) => {
    return sumAlong(direction, values, (rows ? rows[i] : i) * width);
  });
}

/** Four sums at a time, as one would wait for itself; a row alone and a table give the same bits. */
function sumAlong(direction: Float32Array, values: ArrayLike<number>, from: number): number {
  let [p, q, r, s] = [0, 0, 0, 0];
  const end = direction.length - (direction.length % 4);
  for (let k = 0; k < end; k += 4) {
    p += direction[k] * values[from + k];
    q += direction[k + 1] * values[from + k + 1];
    r += direction[k + 2] * values[from + k + 2];
    s += direction[k + 3] * values[from + k + 3];
  }
  for (let k = end; k < direction.length; k++) p += direction[k] * values[from + k];
  return p + q + (r + s);
}

function madeColumns(
  { values, width }: Block,
  { direction: _own, ...given }: BlockSpec,
): readonly Float32Array[] {
  const spec = { ...given, inputs: _own === undefined ? given.inputs : given.inputs - 1 };
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
  for (const spec of [...blocks].reverse()) {
    const { name, width, inputs, seed, direction } = spec;
    insist(
      Number.isInteger(width) && width >= 1 && width <= WIDEST_BLOCK,
      () => `feature ${name}: ${width} numbers a row (expected 1 to ${count(WIDEST_BLOCK)}).`,
    );
    const projected = seed !== undefined;
    const outputs = projectedInputs(spec);
    insist(
      Number.isInteger(inputs) &&
        (projected
          ? Number.isSafeInteger(seed) && seed >= 0 && outputs >= SHARES && outputs % SHARES === 0
          : inputs === width && direction === undefined),
      () => `feature ${name}: ${inputs} inputs of ${width} numbers with seed ${seed} don't fit.`,
    );
    insist(
      direction === undefined || directionOf(spec)!.every(Number.isFinite),
      () => `feature ${name}: its direction holds a number that is not finite.`,
    );
    for (let k = inputs - 1; k >= 0; k--)
      insist(
        columns[--left]?.name === `${name}[${k}]`,
        () => `feature ${name}: its column ${k} is missing.`,
      );
  }
}
