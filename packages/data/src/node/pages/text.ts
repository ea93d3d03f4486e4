import { isMissing } from '../../read/number.js';
import { insist, type Sink } from './chunk.js';
import type { Kernel } from './kernel.js';
import type { Column, Layout } from './plan.js';
import { BYTES, VALUE_BYTES } from './types.js';

type Text = string | null;

/** Names and ids: text, or whole numbers with all their digits; null where missing. */
export function textInto(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  { type }: Column,
  texts: Text[],
): Sink {
  const read = (start: number, end: number, count: number): Text[] =>
    type === BYTES
      ? wordsOf(kernel, bytes, layout, start, end, count)
      : digitsOf(bytes, type, start, end, count);
  let words: readonly Text[] = [];
  return {
    dictionary(start, end, count) {
      words = read(start, end, count);
    },
    plain(start, end, count, row) {
      const found = read(start, end, count);
      for (let k = 0; k < count; k++) texts[row + k] = found[k]!;
    },
    indices(at, count, row) {
      const indices = new Uint32Array(bytes.buffer, at, count);
      for (let k = 0; k < count; k++) {
        const word = words[indices[k]!];
        insist(word !== undefined, 'an index outside the dictionary');
        texts[row + k] = word;
      }
    },
    spread(present, levels, count, row) {
      const there = new Uint32Array(bytes.buffer, levels, count);
      let next = row + present;
      for (let k = count - 1; k >= 0; k--) texts[row + k] = there[k] === 1 ? texts[--next]! : null;
    },
  };
}

/**
 * Where all is ASCII, the page is one string and its words are cut out of it: a call for each would
 * take several times as long.
 */
function wordsOf(
  kernel: Kernel,
  bytes: Uint8Array,
  layout: Layout,
  start: number,
  end: number,
  count: number,
): Text[] {
  insist(count <= layout.mostRows, 'more words than rows');
  insist(kernel.textEnds(start, end, count, layout.indices), 'a short page');
  const ends = new Uint32Array(bytes.buffer, layout.indices, count);
  const stop = count === 0 ? 0 : ends[count - 1]!;
  const page = Buffer.from(bytes.buffer as ArrayBuffer, start, stop);
  const whole = kernel.isAscii(start, start + stop) ? page.toString('latin1') : undefined;
  const texts = new Array<Text>(count);
  for (let k = 0, from = 4; k < count; k++) {
    const to = ends[k]!;
    const text = whole ? whole.substring(from, to) : utf8.decode(page.subarray(from, to));
    texts[k] = isMissing(text) ? null : text;
    from = to + 4;
  }
  return texts;
}

/** Throws on what is no text, which DuckDB then has a sentence for. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

function digitsOf(
  bytes: Uint8Array,
  type: number,
  start: number,
  end: number,
  count: number,
): Text[] {
  const width = VALUE_BYTES[type]!;
  insist(count * width <= end - start, 'a short page');
  const view = new DataView(bytes.buffer, start, count * width);
  return Array.from({ length: count }, (_, k) =>
    width === 4 ? String(view.getInt32(4 * k, true)) : String(view.getBigInt64(8 * k, true)),
  );
}
