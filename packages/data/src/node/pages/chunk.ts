import type { Kernel } from './kernel.js';
import { type PageHeader, readPageHeader } from './page-header.js';
import type { Chunk, Layout } from './plan.js';

/** Thrown where a chunk holds something else than was planned for, or is damaged. */
export class UnreadablePages extends Error {
  override name = 'UnreadablePages';
}

export function insist(sound: boolean | number, what: string): asserts sound {
  if (!sound) throw new UnreadablePages(what);
}

export const PLAIN = 0;
export const RUNS = 3;
const DICTIONARY = [2, 8];

/** What becomes of the values of a chunk; places are bytes in memory, rows count from the chunk's first. */
export interface Sink {
  /** Takes a page whole if it is of a kind that this sink knows a shorter way for. */
  takeWhole?(chunk: Chunk, header: PageHeader, row: number): boolean;
  /** The words that indices stand for. */
  dictionary(start: number, end: number, count: number): void;
  /** `count` values as they are. */
  plain(start: number, end: number, count: number, row: number): void;
  /** `count` indices of 32 bits. */
  indices(at: number, count: number, row: number): void;
  /** The `present` values from `row` on belong to those of the next rows whose level is 1. */
  spread(present: number, levels: number, count: number, row: number): void;
}

/** Decodes the pages of one chunk, whose bytes lie in the raw area. */
export function decodeChunk(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  optional: boolean,
  chunk: Chunk,
  rows: number,
  sink: Sink,
): void {
  const raw = bytes.subarray(0, layout.raw + chunk.bytes);
  let done = 0;
  for (let at = layout.raw; done < rows; ) {
    const header = readPageHeader(raw, at);
    at = header.end + header.packedBytes;
    insist(at <= raw.length, 'a page that is cut off');
    if (header.kind === 'other') continue;
    if (header.kind === 'dictionary') {
      const { start, end } = unpacked(kernel, layout, header, chunk, 0);
      sink.dictionary(start, end, header.values);
      continue;
    }
    insist(header.values <= rows - done, `more than ${rows} values`);
    if (!sink.takeWhole?.(chunk, header, done))
      decodePage(kernel, bytes, layout, optional, chunk, header, sink, done);
    done += header.values;
  }
}

function decodePage(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  optional: boolean,
  chunk: Chunk,
  header: PageHeader,
  sink: Sink,
  row: number,
): void {
  const { levels, indices } = layout;
  let { start, end } = unpacked(kernel, layout, header, chunk, header.levelBytes);
  let levelsAt = header.end;
  let levelsEnd = header.end + header.levelBytes;
  if (header.kind === 'data' && optional) {
    insist(header.levelEncoding === RUNS, `levels of encoding ${header.levelEncoding}`);
    insist(end - start >= 4, 'a page without levels');
    levelsAt = start + 4;
    levelsEnd = levelsAt + new DataView(bytes.buffer).getUint32(start, true);
    insist(levelsEnd <= end, 'levels beyond the page');
    start = levelsEnd;
  }
  let present = header.values;
  const gaps = optional && !kernel.allPresent(levelsAt, levelsEnd, header.values);
  if (gaps) {
    insist(kernel.unpackRuns(levelsAt, levelsEnd, 1, header.values, levels), 'broken levels');
    present = kernel.countPresent(levels, header.values);
    insist(present >= 0, 'broken levels');
  }
  if (header.encoding === PLAIN) sink.plain(start, end, present, row);
  else {
    insist(DICTIONARY.includes(header.encoding), `encoding ${header.encoding}`);
    const width = present === 0 ? 0 : bytes[start]!;
    insist(start < end || present === 0, 'a short page');
    insist(width <= 32, 'broken indices');
    insist(kernel.unpackRuns(start + 1, end, width, present, indices), 'broken indices');
    sink.indices(indices, present, row);
  }
  if (gaps) sink.spread(present, levels, header.values, row);
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
  if (!chunk.snappy || !header.packed) {
    insist(end - start === size, 'a page of another size than said');
    return { start, end };
  }
  insist(size <= layout.pageBytes, 'a page larger than its column');
  if (size === 0) return { start: layout.page, end: layout.page };
  const { page } = layout;
  insist(kernel.unpackSnappy(start, end, page, page + size), 'a page that does not unpack');
  return { start: page, end: page + size };
}
