import { InputError } from '@cede/core';
import { type Line, LONGEST_LINE, TOO_LONG } from './lines.js';

/** One record's fields, or a line too long to read. */
export type CsvRecord = string[] | typeof TOO_LONG;

/**
 * Lines to CSV records. A line with an odd number of quotes goes on in the next one (RFC 4180);
 * lines without quotes, nearly all, are simply cut. Blank lines are skipped.
 */
export class CsvRecords {
  #open = '';
  readonly #delimiter: string;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  push(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const line of lines) {
      if (line === TOO_LONG) {
        this.#open = '';
        records.push(TOO_LONG);
      } else if (this.#open === '' && !line.includes('"')) {
        if (line !== '') records.push(line.split(this.#delimiter));
      } else {
        this.#quoted(line, records);
      }
    }
    return records;
  }

  /** Whether a quote is still open at the end of the file. */
  get unfinished(): boolean {
    return this.#open !== '';
  }

  #quoted(line: string, records: CsvRecord[]): void {
    const text = this.#open === '' ? line : `${this.#open}\n${line}`;
    if (text.length > LONGEST_LINE) {
      this.#open = '';
      records.push(TOO_LONG);
      return;
    }
    if (quotes(text) % 2 === 1) {
      this.#open = text;
      return;
    }
    this.#open = '';
    records.push(cutQuoted(text, this.#delimiter));
  }
}

function quotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
  return count;
}

function cutQuoted(text: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (text[at] === '"') {
      for (at++; ; ) {
        const end = text.indexOf('"', at);
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
        at++;
      }
    }
    const end = text.indexOf(delimiter, at);
    if (end < 0) {
      fields.push(field + text.slice(at));
      return fields;
    }
    fields.push(field + text.slice(at, end));
    at = end + 1;
  }
}

/** The delimiter of a header: a comma, unless there is none and a tab or semicolon is. */
export function findDelimiter(header: string): string {
  if (header.includes(',')) return ',';
  return header.includes('\t') ? '\t' : header.includes(';') ? ';' : ',';
}

/** Names in a header line, refused where it looks like data. */
export function headerNames(record: readonly string[], name: string): string[] {
  if (record.some((field) => field.includes('\r'))) {
    throw new InputError(
      `table ${name}: lines end with a lone carriage return. Save it with \\n or \\r\\n line ends.`,
    );
  }
  const names = record.map((field) => field.trim());
  if (names.every((field) => field !== '' && Number.isFinite(Number(field)))) {
    throw new InputError(
      `table ${name}: the first line holds only numbers (${names.slice(0, 3).join(', ')} …; expected column names). Add a header line.`,
    );
  }
  return names;
}
