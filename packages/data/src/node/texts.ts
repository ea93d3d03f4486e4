import { isAscii } from 'node:buffer';
import { isMissing } from '../read/number.js';
import { shortWords } from './short-words.js';

/** Text of up to so many bytes lies in the vector itself. */
const SHORT = 12;
/** Longer runs are copied in pieces. */
const MOST_BYTES = 2 ** 18;

/** Copies `bytes` bytes from the address that stands at `at` in a buffer. */
export type CopyFrom = (buffer: ArrayBuffer, at: number, bytes: number) => Uint8Array;

/** The texts of one vector, null where missing. */
export type TextReader = (
  view: DataView,
  rows: number,
  missing?: (row: number) => boolean,
) => (string | null)[];

/**
 * Reads DuckDB's vectors of one column of text. Each text has 16 bytes there: its length, then the
 * text itself or, of longer ones, 4 bytes and the address of all. DuckDB lays these one behind the
 * other, so that a run of them is copied at once: one by one they take seven times as long.
 */
export function textReader(copyFrom: CopyFrom, saysMissing = isMissing): TextReader {
  const words = shortWords();
  return (view, rows, missing) => {
    const texts = new Array<string | null>(rows).fill(null);
    const put = (row: number, text: string) => {
      if (!saysMissing(text)) texts[row] = text;
    };
    const buffer = view.buffer as ArrayBuffer;
    const inline = Buffer.from(buffer, view.byteOffset, view.byteLength);
    const decode = (at: number, bytes: number) => inline.toString('utf8', at, at + bytes);
    const run: Run = { rows: [], ends: [], bytes: 0 };
    let high = 0;
    let low = -1;
    const endRun = () => {
      if (run.rows.length === 0) return;
      const from = view.byteOffset + 16 * run.rows[0]! + 8;
      cut(copyFrom(buffer, from, run.bytes), run, put);
      run.rows.length = run.ends.length = run.bytes = 0;
    };
    for (let row = 0; row < rows; row++) {
      if (missing?.(row)) continue;
      const at = 16 * row;
      const length = view.getUint32(at, true);
      if (length <= SHORT) {
        put(row, words(view, at, decode));
        continue;
      }
      // Only what is next to each other byte for byte is one: between two texts there may be anything.
      const follows =
        view.getUint32(at + 8, true) === low && view.getUint32(at + 12, true) === high;
      if (!follows || run.bytes + length > MOST_BYTES) endRun();
      run.rows.push(row);
      run.bytes += length;
      run.ends.push(run.bytes);
      low = view.getUint32(at + 8, true) + length;
      high = view.getUint32(at + 12, true);
    }
    endRun();
    return texts;
  };
}

/** Texts that lie one behind the other: their rows, and where they end. */
interface Run {
  readonly rows: number[];
  readonly ends: number[];
  bytes: number;
}

function cut(
  copied: Uint8Array,
  { rows, ends }: Run,
  put: (row: number, text: string) => void,
): void {
  const bytes = Buffer.from(copied.buffer, copied.byteOffset, copied.byteLength);
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  for (let k = 0, from = 0; k < rows.length; from = ends[k]!, k++)
    put(rows[k]!, bytes.toString(encoding, from, ends[k]!));
}
