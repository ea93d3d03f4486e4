import { InputError } from '@cede/core';
import { CsvRecords, findDelimiter, headerNames } from './read/csv-record.js';
import { type JsonRow, parseJsonRow } from './read/jsonl.js';
import { type Line, LONGEST_LINE, lineBatches, TOO_LONG } from './read/lines.js';

/** One row of a stream, or why its line can't be read. Rows are counted from 1. */
export type StreamedRow =
  | { readonly row: number; readonly value: JsonRow }
  | { readonly row: number; readonly error: string };

export interface StreamOptions {
  /** Told by the first letter if left out: `{` begins JSONL. */
  readonly format?: 'jsonl' | 'csv';
  /** For messages. */
  readonly name?: string;
  readonly longestLine?: number;
}

/**
 * The rows of an endless input, one batch for each piece that arrives; nothing is read ahead of
 * what the caller takes. A bad line becomes an error in its place and the rest goes on.
 * CSV cells stay text.
 */
export async function* streamRowBatches(
  input: AsyncIterable<Uint8Array>,
  options: StreamOptions = {},
): AsyncGenerator<StreamedRow[]> {
  const name = options.name ?? 'stdin';
  let parse: ((lines: readonly Line[]) => StreamedRow[]) | undefined;
  for await (const lines of lineBatches(input, name, options.longestLine)) {
    if (!parse) {
      const first = lines.find((line) => line === TOO_LONG || line.trim() !== '');
      if (first === undefined) continue;
      const jsonl = options.format
        ? options.format === 'jsonl'
        : first === TOO_LONG || first.trimStart().startsWith('{');
      parse = jsonl ? jsonParser(options) : csvParser(name, options);
    }
    const rows = parse(lines);
    if (rows.length > 0) yield rows;
  }
}

/** The same, row by row. */
export async function* streamRows(
  input: AsyncIterable<Uint8Array>,
  options: StreamOptions = {},
): AsyncGenerator<StreamedRow> {
  for await (const rows of streamRowBatches(input, options)) yield* rows;
}

function jsonParser(options: StreamOptions) {
  let row = 0;
  return (lines: readonly Line[]): StreamedRow[] => {
    const rows: StreamedRow[] = [];
    for (const line of lines) {
      if (line !== TOO_LONG && line.trim() === '') continue;
      row++;
      if (line === TOO_LONG) rows.push(tooLong(row, options));
      else {
        try {
          rows.push({ row, value: parseJsonRow(line, `row ${row}`) });
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          rows.push({ row, error: error.message });
        }
      }
    }
    return rows;
  };
}

function csvParser(name: string, options: StreamOptions) {
  let records: CsvRecords | undefined;
  let names: string[] | undefined;
  let row = 0;
  return (lines: readonly Line[]): StreamedRow[] => {
    const rows: StreamedRow[] = [];
    if (!records) {
      const header = lines.find((line) => line !== '');
      if (header === undefined) return rows;
      if (header === TOO_LONG)
        throw new InputError(`${name}: the header line is longer than ${megabytes(options)} MB.`);
      records = new CsvRecords(findDelimiter(header));
    }
    for (const record of records.push(lines)) {
      if (!names) {
        if (record === TOO_LONG)
          throw new InputError(`${name}: the header line is longer than ${megabytes(options)} MB.`);
        names = headerNames(record, name);
        continue;
      }
      row++;
      if (record === TOO_LONG) rows.push(tooLong(row, options));
      else if (record.length !== names.length) {
        const found = `row ${row}: ${record.length} fields (expected ${names.length}, as in the header).`;
        rows.push({ row, error: found });
      } else {
        rows.push({ row, value: Object.fromEntries(record.map((cell, k) => [names![k], cell])) });
      }
    }
    return rows;
  };
}

function tooLong(row: number, options: StreamOptions): StreamedRow {
  return { row, error: `row ${row}: the line is longer than ${megabytes(options)} MB.` };
}

function megabytes({ longestLine = LONGEST_LINE }: StreamOptions): number {
  return Number((longestLine / 1024 / 1024).toPrecision(3));
}
