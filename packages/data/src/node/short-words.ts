/**
 * Labels and groups come a million times and are few. DuckDB keeps text of up to 12 bytes in its
 * vector, in 16 bytes with its length: read as four numbers, a word that was met before is known
 * without being decoded again.
 */
const SLOTS = 256;

/** The word whose 16 bytes begin at `at`; `decode` is asked for those that aren't known. */
export type ShortWords = (
  view: DataView,
  at: number,
  decode: (from: number, bytes: number) => string,
) => string;

export function shortWords(): ShortWords {
  const keys = new Int32Array(4 * SLOTS).fill(-1);
  const words = new Array<string>(SLOTS);
  return (view, at, decode) => {
    const length = view.getInt32(at, true);
    const a = view.getInt32(at + 4, true);
    const b = view.getInt32(at + 8, true);
    const c = view.getInt32(at + 12, true);
    const mixed = Math.imul(a ^ Math.imul(b, 31) ^ Math.imul(c, 131) ^ length, 0x9e3779b1);
    const slot = mixed >>> 24;
    const key = 4 * slot;
    const known =
      keys[key] === length && keys[key + 1] === a && keys[key + 2] === b && keys[key + 3] === c;
    if (!known) {
      keys[key] = length;
      keys[key + 1] = a;
      keys[key + 2] = b;
      keys[key + 3] = c;
      words[slot] = decode(at + 4, length);
    }
    return words[slot]!;
  };
}
