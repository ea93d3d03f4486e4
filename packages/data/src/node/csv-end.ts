import { open } from 'node:fs/promises';
import { CsvRecords } from '../read/csv-record.js';

/** A last line longer than this isn't looked at. */
const TAIL = 1024 * 1024;

/**
 * Whether a file is seen to end with a row of so many fields. DuckDB passes over a last line that is
 * cut off or too long, without a word, where the line happens to span two of its buffers.
 */
export async function endsWithWholeRow(
  path: string,
  bytes: number,
  delimiter: string,
  fields: number,
): Promise<boolean> {
  const start = Math.max(0, bytes - TAIL);
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(bytes - start), 0, bytes - start, start);
    // Delimiters, quotes and line ends are bytes of their own in UTF-8: no need to decode it.
    const tail = buffer.toString('latin1').trimEnd();
    const last = tail.lastIndexOf('\n');
    if (last < 0 && start > 0) return false;
    const [record] = new CsvRecords(delimiter).push([tail.slice(last + 1)]);
    return Array.isArray(record) && record.length === fields;
  } finally {
    await file.close();
  }
}
