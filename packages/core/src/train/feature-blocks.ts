import type { InputRows } from '../features/input-rows.js';
import { inputFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec } from '../features/spec.js';

/** The inputs of consecutive rows, row by row, and the number of the model's answer (−1 for none). */
export interface FeatureBlock {
  readonly from: number;
  readonly count: number;
  readonly values: Float32Array;
  readonly answers: Int32Array;
}

/** The inputs of all rows as a straight rule reads them, again and again. */
export interface FeatureBlocks {
  readonly rows: number;
  readonly dense: number;
  readonly classes: number;
  /** In order; a block is overwritten by the next. */
  blocks(): Iterable<FeatureBlock>;
}

/** Beyond so many numbers features are computed again at every reading. */
const MOST_KEPT = 2 ** 24;
const BLOCK_ROWS = 1024;

/** Several rules are fitted on the same inputs one after the other. */
const known = new WeakMap<InputRows, { features: FeatureSpec; blocks: FeatureBlocks }>();

export function featureBlocks(input: InputRows, features: FeatureSpec): FeatureBlocks {
  const found = known.get(input);
  if (found?.features === features) return found.blocks;
  const dense = denseCount(features);
  const size = input.rows * dense > MOST_KEPT ? BLOCK_ROWS : input.rows;
  const values = new Float32Array(size * dense);
  const answers = new Int32Array(size);
  const fill = (from: number): FeatureBlock => {
    const count = Math.min(size, input.rows - from);
    for (let i = 0; i < count; i++)
      answers[i] = inputFeatures(features, input, from + i, values, i * dense);
    return { from, count, values, answers };
  };
  const kept = size === input.rows ? [fill(0)] : undefined;
  const blocks: FeatureBlocks = {
    ...{ rows: input.rows, dense, classes: features.classes },
    blocks: () => kept ?? computed(input.rows, size, fill),
  };
  if (kept) known.set(input, { features, blocks });
  return blocks;
}

function* computed(rows: number, size: number, fill: (from: number) => FeatureBlock) {
  for (let from = 0; from < rows; from += size) yield fill(from);
}
