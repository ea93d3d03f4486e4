import { insist, PLAIN, RUNS, type Sink } from './chunk.js';
import type { Kernel } from './kernel.js';
import type { PageHeader } from './page-header.js';
import type { Chunk, Column, Layout } from './plan.js';
import { FLOAT, VALUE_BYTES } from './types.js';

/** Levels that tell of one long run take less; more would not fit before the first column. */
const MOST_LEVELS = 32;

/** Numbers go to their column's area, as floats or doubles. */
export function numbersInto(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  column: Column,
): Sink {
  const place = (row: number) => column.at + row * column.bytes;
  let words = 0;
  return {
    takeWhole: (chunk, header, row) =>
      unpackedInPlace(kernel, bytes, column, chunk, header, place(row)),
    dictionary(start, end, count) {
      insist(count * VALUE_BYTES[column.type]! <= end - start, 'a short dictionary');
      convert(kernel, column, start, count, layout.dictionary);
      words = count;
    },
    plain(start, end, count, row) {
      insist(count * VALUE_BYTES[column.type]! <= end - start, 'a short page');
      convert(kernel, column, start, count, place(row));
    },
    indices(at, count, row) {
      const known = kernel.lookUp(layout.dictionary, words, column.bytes, at, count, place(row));
      insist(known, 'an index outside the dictionary');
    },
    spread: (present, levels, count, row) =>
      kernel.spread(place(row), column.bytes, present, levels, count),
  };
}

function convert(kernel: Kernel, column: Column, from: number, count: number, to: number): void {
  if (column.narrowed)
    insist(kernel.fitFloats(column.type, from, count), 'a larger number than said');
  if (column.bytes === 4) kernel.toFloats(column.type, from, count, to);
  else kernel.toDoubles(column.type, from, count, to);
}

/**
 * Nearly every page of predictions is floats as they are, none missing: unpacked so that they end up
 * in their place at once. Levels in front of them then lie on the end of the page before, which is
 * put back. False where the page is of another kind, and nothing is changed but the target.
 */
function unpackedInPlace(
  kernel: Kernel,
  bytes: Uint8Array,
  { type, bytes: wanted, optional }: Column,
  { snappy }: Chunk,
  header: PageHeader,
  target: number,
): boolean {
  const { kind, values, end: from, levelBytes } = header;
  if (type !== FLOAT || wanted !== 4 || header.encoding !== PLAIN) return false;
  if (!snappy || !header.packed) return false;
  const levels = header.unpackedBytes - levelBytes - 4 * values;
  const inFront = kind === 'data' && optional;
  if (inFront ? levels < 4 || levels > MOST_LEVELS : levels !== 0) return false;
  const at = target - levels;
  const before = bytes.slice(at, target);
  const start = from + levelBytes;
  const end = from + header.packedBytes;
  const sound =
    start <= end && values > 0 && kernel.unpackSnappy(start, end, at, target + 4 * values) === 1;
  const complete =
    sound &&
    (inFront
      ? header.levelEncoding === RUNS &&
        new DataView(bytes.buffer).getUint32(at, true) === levels - 4 &&
        kernel.allPresent(at + 4, target, values) === 1
      : !optional || kernel.allPresent(from, start, values) === 1);
  bytes.set(before, at);
  return complete;
}
