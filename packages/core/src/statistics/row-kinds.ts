import type { Stream } from '../random/stream.js';
import { drawBinomial } from './binomial-draw.js';

/** Rows that are worth the same in every way, counted instead of kept apart. */
export interface RowKinds {
  readonly modelValue: Float64Array;
  readonly expertValue: Float64Array;
  readonly weight: Float64Array;
  /** Rows of each kind. */
  readonly rows: Float64Array;
}

/** With fewer rows counting saves no time that anybody would notice. */
const MANY_ROWS = 20_000;
const MOST_KINDS = 1000;

/** The kinds of rows in the order they appear; undefined where there are too many, or few rows. */
export function countRowKinds(
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
  weight: ArrayLike<number>,
): RowKinds | undefined {
  if (modelValue.length < MANY_ROWS) return undefined;
  const kinds = new Map<string, number>();
  const rows = new Float64Array(MOST_KINDS);
  const first: number[] = [];
  let last = '';
  let kind = -1;
  for (let i = 0; i < modelValue.length; i++) {
    const key = `${modelValue[i]} ${expertValue[i]} ${weight[i]}`;
    if (key !== last) {
      const known = kinds.get(key);
      kind = known ?? kinds.size;
      last = key;
      if (known === undefined) {
        if (kind === MOST_KINDS) return undefined;
        kinds.set(key, kind);
        first.push(i);
      }
    }
    rows[kind]++;
  }
  const of = (values: ArrayLike<number>) => Float64Array.from(first, (i) => values[i]);
  return {
    modelValue: of(modelValue),
    expertValue: of(expertValue),
    weight: of(weight),
    rows: rows.slice(0, first.length),
  };
}

/** Each call: as many rows as there are, drawn with replacement, as weights of the kinds. */
export function kindSampler({ rows, weight }: RowKinds, random: Stream): () => Float64Array {
  const all = rows.reduce((sum, count) => sum + count, 0);
  const drawn = new Float64Array(rows.length);
  return () => {
    let total = 0;
    // A draw made only of rows of weight 0 has no mean; it is drawn again.
    while (!(total > 0)) {
      let left = all;
      let behind = all;
      for (let k = 0; k < rows.length; k++) {
        // Of the rows not drawn yet, this kind gets its share among the kinds from here on.
        const count = k + 1 === rows.length ? left : drawBinomial(left, rows[k] / behind, random);
        left -= count;
        behind -= rows[k];
        drawn[k] = count * weight[k];
        total += drawn[k];
      }
    }
    return drawn;
  };
}
