import type { Kernel } from './kernel.js';
import { type PageHeader, readPageHeader } from './page-header.js';
import type { Chunk, Column, Layout } from './plan.js';

/** Thrown where a chunk holds something else than was planned for, or is damaged. */
export class UnreadablePages extends Error {
  override name = 'UnreadablePages';
}

const FLOAT = 4;
const PLAIN = 0;
const RUNS = 3;
const DICTIONARY = [2, 8];
/** Levels that tell of one long run take less; more would not fit before the first column. */
const MOST_LEVELS = 32;
const VALUE_BYTES: Record<number, number> = { 1: 4, 2: 8, 4: 4, 5: 8 };

/** Decodes the pages of one chunk, whose bytes lie in the raw area, into its column's area. */
export function decodeChunk(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  column: Column,
  chunk: Chunk,
  rows: number,
): void {
  const raw = bytes.subarray(0, layout.raw + chunk.bytes);
  let words = 0;
  let done = 0;
  for (let at = layout.raw; done < rows; ) {
    const header = readPageHeader(raw, at);
    at = header.end + header.packedBytes;
    insist(at <= raw.length, 'a page that is cut off');
    if (header.kind === 'other') continue;
    if (header.kind === 'dictionary') {
      const { start, end } = unpacked(kernel, layout, header, chunk, 0);
      insist(header.values * VALUE_BYTES[column.type]! <= end - start, 'a short dictionary');
      convert(kernel, column, start, header.values, layout.dictionary);
      words = header.values;
      continue;
    }
    insist(header.values <= rows - done, `more than ${rows} values`);
    decodePage(
      kernel,
      bytes,
      layout,
      column,
      chunk,
      header,
      words,
      column.at + done * column.bytes,
    );
    done += header.values;
  }
}

function decodePage(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  column: Column,
  chunk: Chunk,
  header: PageHeader,
  words: number,
  target: number,
): void {
  if (unpackedInPlace(kernel, bytes, column, chunk, header, target)) return;
  const { levels, indices } = layout;
  let { start, end } = unpacked(kernel, layout, header, chunk, header.levelBytes);
  let levelsAt = header.end;
  let levelsEnd = header.end + header.levelBytes;
  if (header.kind === 'data' && column.optional) {
    insist(header.levelEncoding === RUNS, `levels of encoding ${header.levelEncoding}`);
    insist(end - start >= 4, 'a page without levels');
    levelsAt = start + 4;
    levelsEnd = levelsAt + new DataView(bytes.buffer).getUint32(start, true);
    insist(levelsEnd <= end, 'levels beyond the page');
    start = levelsEnd;
  }
  let present = header.values;
  const gaps = column.optional && !kernel.allPresent(levelsAt, levelsEnd, header.values);
  if (gaps) {
    insist(kernel.unpackRuns(levelsAt, levelsEnd, 1, header.values, levels), 'broken levels');
    present = kernel.countPresent(levels, header.values);
    insist(present >= 0, 'broken levels');
  }
  if (header.encoding === PLAIN) {
    insist(present * VALUE_BYTES[column.type]! <= end - start, 'a short page');
    convert(kernel, column, start, present, target);
  } else {
    insist(DICTIONARY.includes(header.encoding), `encoding ${header.encoding}`);
    const width = present === 0 ? 0 : bytes[start]!;
    insist(start < end || present === 0, 'a short page');
    insist(width <= 32, 'broken indices');
    insist(kernel.unpackRuns(start + 1, end, width, present, indices), 'broken indices');
    const known = kernel.lookUp(layout.dictionary, words, column.bytes, indices, present, target);
    insist(known, 'an index outside the dictionary');
  }
  if (gaps) kernel.spread(target, column.bytes, present, levels, header.values);
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

/** Where a page's bytes behind its first `skipped` ones lie, unpacked. */
function unpacked(
  kernel: Kernel,
  layout: Layout,
  header: PageHeader,
  chunk: Chunk,
  skipped: number,
): { start: number; end: number } {
  const start = header.end + skipped;
  const end = header.end + header.packedBytes;
  const size = header.unpackedBytes - skipped;
  insist(start <= end && size >= 0, 'levels beyond the page');
  if (!chunk.snappy || !header.packed) return { start, end };
  insist(size <= layout.pageBytes, 'a page larger than its column');
  if (size === 0) return { start: layout.page, end: layout.page };
  const { page } = layout;
  insist(kernel.unpackSnappy(start, end, page, page + size), 'a page that does not unpack');
  return { start: page, end: page + size };
}

function convert(kernel: Kernel, column: Column, from: number, count: number, to: number): void {
  if (column.narrowed)
    insist(kernel.fitFloats(column.type, from, count), 'a larger number than said');
  if (column.bytes === 4) kernel.toFloats(column.type, from, count, to);
  else kernel.toDoubles(column.type, from, count, to);
}

function insist(sound: boolean | number, what: string): void {
  if (!sound) throw new UnreadablePages(what);
}
