import { InputError } from '../error.js';

/**
 * Row indices from the lowest score (first to be handed over) to the highest, stable on ties. A
 * radix sort on the bits of the numbers: a comparison sort of a million rows takes ten times as
 * long. Who needs the order more than once keeps it: see `rankScores`.
 */
export const orderByScore = (scores: ArrayLike<number>): Uint32Array => sortScores(scores).order;

/** Row indices by rising score, and the keys they were sorted by where one key is one score. */
export interface SortedScores {
  readonly order: Uint32Array;
  /** Along `order`; equal where scores are. Of 32-bit numbers only. */
  readonly keys?: Uint32Array;
}

export function sortScores(scores: ArrayLike<number>): SortedScores {
  const rows = new Uint32Array(scores.length);
  for (let i = 0; i < rows.length; i++) {
    rows[i] = i;
    if (Number.isNaN(scores[i]))
      throw new InputError(
        `score of row ${i + 1} is not a number. Check the features of that row.`,
        'row-invalid',
        { row: i + 1 },
      );
  }
  return scores instanceof Float32Array
    ? sortFloats(scores, rows)
    : { order: orderDoubles(scores, rows) };
}

/** As integers, positive floats stand above negative ones if the sign is flipped; those run backwards. */
const POSITIVE = 0x80000000;
const NEGATIVE = 0xffffffff;

function sortFloats(scores: Float32Array, rows: Uint32Array): Required<SortedScores> {
  const floats = new Float32Array(scores.length);
  for (let i = 0; i < floats.length; i++) floats[i] = scores[i] + 0; // −0 and 0 are the same score
  const keys = new Uint32Array(floats.buffer);
  for (let i = 0; i < keys.length; i++) keys[i] ^= keys[i] >>> 31 ? NEGATIVE : POSITIVE;
  return sortByKeys(keys, rows);
}

/** By the lower half of the bits, then by the upper half, which keeps the order of equal ones. */
function orderDoubles(scores: ArrayLike<number>, rows: Uint32Array): Uint32Array {
  const doubles = new Float64Array(scores.length);
  for (let i = 0; i < doubles.length; i++) doubles[i] = scores[i] + 0;
  const words = new Uint32Array(doubles.buffer);
  const [lower, upper] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
  const keys = new Uint32Array(scores.length);
  for (let i = 0; i < keys.length; i++)
    keys[i] = words[2 * i + upper] >>> 31 ? ~words[2 * i + lower] : words[2 * i + lower];
  const { order: sorted } = sortByKeys(keys, rows);
  for (let k = 0; k < keys.length; k++) {
    const word = words[2 * sorted[k] + upper];
    keys[k] = word ^ (word >>> 31 ? NEGATIVE : POSITIVE);
  }
  return sortByKeys(keys, sorted).order;
}

const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

const BITS = 11;
const BUCKETS = 1 << BITS;

/** The rows by rising key, `keys[k]` being that of `rows[k]`. Both arrays are written over. */
function sortByKeys(keys: Uint32Array, rows: Uint32Array): Required<SortedScores> {
  const n = keys.length;
  let [fromKeys, from]: Uint32Array[] = [keys, rows];
  let [toKeys, to]: Uint32Array[] = [new Uint32Array(n), new Uint32Array(n)];
  for (let shift = 0; shift < 32; shift += BITS) {
    const starts = new Uint32Array(BUCKETS + 1);
    for (let k = 0; k < n; k++) starts[((fromKeys[k] >>> shift) & (BUCKETS - 1)) + 1]++;
    for (let b = 0; b < BUCKETS; b++) starts[b + 1] += starts[b];
    // The keys travel with their rows: looking them up by row would miss the cache every time.
    for (let k = 0; k < n; k++) {
      const key = fromKeys[k];
      const place = starts[(key >>> shift) & (BUCKETS - 1)]++;
      toKeys[place] = key;
      to[place] = from[k];
    }
    [fromKeys, from, toKeys, to] = [toKeys, to, fromKeys, from];
  }
  return { order: from, keys: fromKeys };
}
