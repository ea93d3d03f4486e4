import { goodLines, lastBytes, NOTHING, notUtf8, refuseOtherEncodings } from './encoding.js';

/** A line longer than this is refused: no row of a prediction table is, and memory stays bounded. */
export const LONGEST_LINE = 16 * 1024 * 1024;

/** Stands in the place of a line that was too long to keep. */
export const TOO_LONG = Symbol('too long');
export type Line = string | typeof TOO_LONG;

/** Cuts text that arrives in pieces into lines, never holding more than the longest line allowed. */
export class LineSplitter {
  #carry = '';
  #skipping = false;
  readonly #longest: number;

  constructor(longest = LONGEST_LINE) {
    this.#longest = longest;
  }

  push(text: string): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const piece = text.slice(from, end);
      from = end + 1;
      this.#close(piece, lines);
    }
    if (from < text.length && !this.#skipping) {
      this.#carry += text.slice(from);
      if (this.#carry.length > this.#longest) this.#skip();
    }
    return lines;
  }

  end(): Line[] {
    const lines: Line[] = [];
    if (this.#skipping || this.#carry !== '') this.#close('', lines);
    return lines;
  }

  #close(piece: string, lines: Line[]): void {
    const line = this.#carry === '' ? piece : this.#carry + piece;
    if (this.#skipping || line.length > this.#longest) lines.push(TOO_LONG);
    else lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    this.#carry = '';
    this.#skipping = false;
  }

  #skip(): void {
    this.#carry = '';
    this.#skipping = true;
  }
}

/**
 * The lines of a UTF-8 file, many at a time; a byte-order mark is dropped, other encodings refused.
 * In an endless input (`mended`) what is no UTF-8 becomes U+FFFD instead, and the rest goes on.
 */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  longest = LONGEST_LINE,
  mended = false,
): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('utf-8', { fatal: !mended });
  const splitter = new LineSplitter(longest);
  let before = NOTHING;
  let closed = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw notUtf8(name, closed + goodLines(before, chunk ?? NOTHING) + 1);
    }
  };
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (before === NOTHING) refuseOtherEncodings(chunk, name);
    const lines = splitter.push(decode(chunk));
    before = lastBytes(before, chunk);
    closed += lines.length;
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.push(decode());
  rest.push(...splitter.end());
  if (rest.length > 0) yield rest;
}
