import { CsvRecords, findDelimiter } from './read/csv-record.js';
import { type Line, TOO_LONG } from './read/lines.js';
import { isPlainNumber } from './read/number.js';

export type StreamFormat = 'jsonl' | 'csv';

/** So many lines are looked at before the first is taken for a header, whatever it is. */
const LOOKED_AT = 20;

/**
 * What the first lines of a stream are, nothing while more of them have to be seen. A bad line may
 * be the first: JSON objects below it tell that it is no header.
 */
export function formatOf(lines: readonly Line[]): StreamFormat | undefined {
  const seen = lines.filter((line) => line === TOO_LONG || line.trim() !== '').slice(0, LOOKED_AT);
  const [first, second] = seen;
  if (first === undefined) return undefined;
  if (first === TOO_LONG || /^\s*[{[]/.test(first)) return 'jsonl';
  if (seen.some(isJsonObject)) return 'jsonl';
  // The second line is waited for, a third only where it may tell more: who asks row by row waits.
  if (second === undefined) return undefined;
  return isTable(first, seen) || lines.length >= LOOKED_AT ? 'csv' : undefined;
}

/** A header of several names, or one with a row below it that fits. */
function isTable(first: string, lines: readonly Line[]): boolean {
  const [header, row] = new CsvRecords(findDelimiter(first)).push(lines);
  if (!Array.isArray(header)) return false;
  if (header.length > 1 && header.every((name) => /^\S+$/.test(name.trim()))) return true;
  if (!Array.isArray(row) || row.length !== header.length) return false;
  return row.length > 1 || isPlainNumber(row[0]!);
}

function isJsonObject(line: Line): boolean {
  if (line === TOO_LONG || !line.trimStart().startsWith('{')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
