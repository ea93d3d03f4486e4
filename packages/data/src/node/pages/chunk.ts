import type { Kernel } from './kernel.js';
import { type PageHeader, readPageHeader } from './page-header.js';
import type { Chunk, Column, Layout } from './plan.js';

/** Thrown where a chunk holds something else than was planned for, or is damaged. */
export class UnreadablePages extends Error {
  override name = 'UnreadablePages';
}

const PLAIN = 0;
const RUNS = 3;
const DICTIONARY = [2, 8];
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
