import { isMissing, numberFrom } from './number.js';

/** Whether a column seems to hold names: its first rows have some, and nothing else. */
export function holdsWords(cells: Iterable<unknown>): boolean {
  let words = false;
  for (const cell of cells) {
    if (cell === null || cell === undefined) continue;
    if (typeof cell !== 'string') return false;
    if (isMissing(cell)) continue;
    if (numberFrom(cell) !== undefined || isBadlyWritten(cell) || isList(cell)) return false;
    words = true;
  }
  return words;
}

/** `[0.1 0.2]` as NumPy prints it: numbers that are to be written as JSON, and no level. */
const isList = (text: string): boolean => text.trimStart().startsWith('[');

/**
 * A number as no reader takes it: `0,5`, `1_000`, `1 000`, `12 %`, `$5`. Such a column is one of
 * numbers that were written badly, which is to be said, and not a category of a thousand levels.
 */
const isBadlyWritten = (text: string): boolean =>
  /^[\s$€£+-]*[\d.,][\d.,_'\s]*(e[+-]?\d+)?\s*[%$€£]?$/i.test(text);
