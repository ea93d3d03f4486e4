import { count, InputError } from '@cede/core';
import {
  type CsvRecord,
  CsvRecords,
  findDelimiter,
  headerNames,
  UNCLOSED,
} from './read/csv-record.js';
import { type JsonRow, parseJsonRow } from './read/jsonl.js';
import { type Line, LONGEST_LINE, lineBatches, TOO_LONG } from './read/lines.js';
import { formatOf, type StreamFormat } from './stream-format.js';

/** One row of a stream, or why its line can't be read. Rows are counted from 1. */
export type StreamedRow =
  | { readonly row: number; readonly value: JsonRow }
  /** What is wrong with the row, in a sentence that leaves its number to `row`. */
  | { readonly row: number; readonly error: string };

/** How a stream of rows is read. */
export interface StreamOptions {
  /** Told by the first lines if left out. */
  readonly format?: StreamFormat;
  /** For messages. */
  readonly name?: string;
  readonly longestLine?: number;
}

/** Lines to rows; what a parser holds back comes at the end. */
interface RowParser {
  push(lines: readonly Line[]): StreamedRow[];
  end(): StreamedRow[];
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
  const parserOf = (format: StreamFormat) =>
    format === 'jsonl' ? jsonParser(options) : csvParser(name, options);
  let parser = options.format && parserOf(options.format);
  const waiting: Line[] = [];
  for await (const lines of lineBatches(input, name, options.longestLine, true)) {
    let taken: readonly Line[] = lines;
    if (!parser) {
      for (const line of lines) if (waiting.length > 0 || line !== '') waiting.push(line);
      const format = formatOf(waiting);
      if (!format) continue;
      parser = parserOf(format);
      taken = waiting;
    }
    const rows = parser.push(taken);
    if (rows.length > 0) yield rows;
  }
  const rows = parser ? parser.end() : readWhole(csvParser(name, options), waiting);
  if (rows.length > 0) yield rows;
}

const readWhole = (parser: RowParser, lines: readonly Line[]): StreamedRow[] => [
  ...parser.push(lines),
  ...parser.end(),
];

/** The same, row by row. */
export async function* streamRows(
  input: AsyncIterable<Uint8Array>,
  options: StreamOptions = {},
): AsyncGenerator<StreamedRow> {
  for await (const rows of streamRowBatches(input, options)) yield* rows;
}

function jsonParser(options: StreamOptions): RowParser {
  let row = 0;
  const push = (lines: readonly Line[]): StreamedRow[] => {
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
          rows.push({ row, error: error.sentence });
        }
      }
    }
    return rows;
  };
  return { push, end: () => [] };
}

/** Rows of a stream wait behind an open quote: for so many lines, no longer. */
const OPEN_LINES = 1000;

function csvParser(name: string, options: StreamOptions): RowParser {
  let records: CsvRecords | undefined;
  let names: string[] | undefined;
  let row = 0;
  const rowsOf = (found: readonly CsvRecord[]): StreamedRow[] => {
    const rows: StreamedRow[] = [];
    for (const record of found) {
      if (!names) {
        if (record === TOO_LONG)
          throw new InputError(`${name}: the header line is longer than ${megabytes(options)} MB.`);
        if (record === UNCLOSED)
          throw new InputError(`${name}, the header line: ${unclosed(options)}`);
        names = headerNames(record, name);
        continue;
      }
      row++;
      if (record === TOO_LONG) rows.push(tooLong(row, options));
      else if (record === UNCLOSED) rows.push({ row, error: unclosed(options) });
      else if (record.length !== names.length) {
        const fields = `${record.length} fields (expected ${names.length}, as in the header).`;
        rows.push({ row, error: fields });
      } else {
        rows.push({ row, value: Object.fromEntries(record.map((cell, k) => [names![k], cell])) });
      }
    }
    return rows;
  };
  return {
    push(lines) {
      if (!records) {
        const header = lines.find((line) => line !== '');
        if (header === undefined) return [];
        const limits = { lines: OPEN_LINES, letters: options.longestLine ?? LONGEST_LINE };
        records = new CsvRecords(header === TOO_LONG ? ',' : findDelimiter(header), limits);
      }
      return rowsOf(records.push(lines));
    },
    end: () => rowsOf(records?.end() ?? []),
  };
}

function tooLong(row: number, options: StreamOptions): StreamedRow {
  return { row, error: `the line is longer than ${megabytes(options)} MB.` };
}

function unclosed(options: StreamOptions): string {
  return `a quote is opened and not closed within ${count(OPEN_LINES)} lines or ${megabytes(options)} MB. Close it, or write "" for a quote within quotes.`;
}

function megabytes({ longestLine = LONGEST_LINE }: StreamOptions): number {
  return Number((longestLine / 1024 / 1024).toPrecision(3));
}
