import { InputError } from '@cede/core';
import { type Line, LONGEST_LINE, TOO_LONG } from './lines.js';

/** Stands in the place of a line in which a quote opens that doesn't close. */
export const UNCLOSED = Symbol('unclosed');

/** One record's fields, or why there are none. */
export type CsvRecord = string[] | typeof TOO_LONG | typeof UNCLOSED;

export interface CsvLimits {
  /** A quote that stays open for more lines than this was not meant. */
  readonly lines?: number;
  /** The same for letters. */
  readonly letters?: number;
}

/**
 * Lines to CSV records. A line in which a quoted field stays open goes on in the next one (RFC
 * 4180); lines without quotes, nearly all, are simply cut. Blank lines are skipped. Where a quote
 * stays open too long, its line is UNCLOSED and the next one begins anew.
 */
export class CsvRecords {
  /** From `#first` on, the lines of a record that is still open; each of them ends within quotes. */
  #held: string[] = [];
  #first = 0;
  #letters = 0;
  readonly #delimiter: string;
  readonly #limits: Required<CsvLimits>;

  constructor(delimiter: string, { lines = Infinity, letters = LONGEST_LINE }: CsvLimits = {}) {
    this.#delimiter = delimiter;
    this.#limits = { lines, letters };
  }

  push(lines: readonly Line[]): CsvRecord[] {
    const records: CsvRecord[] = [];
    for (const line of lines) {
      if (line === TOO_LONG) this.end(records).push(TOO_LONG);
      else if (this.#open === 0) this.#begin(line, records);
      else this.#goOn(line, records);
    }
    return records;
  }

  /** What is left at the end of the input: nothing, or an UNCLOSED line and those behind it. */
  end(records: CsvRecord[] = []): CsvRecord[] {
    while (this.#open > 0) this.#giveUp(records);
    return records;
  }

  /** So many lines are open. */
  get #open(): number {
    return this.#held.length - this.#first;
  }

  #begin(line: string, records: CsvRecord[]): void {
    if (line === '') return;
    const fields = line.includes('"')
      ? cutQuoted(line, this.#delimiter)
      : line.split(this.#delimiter);
    if (fields) records.push(fields);
    else this.#hold(line);
  }

  #goOn(line: string, records: CsvRecord[]): void {
    const { lines, letters } = this.#limits;
    while (this.#open > 0 && (this.#open >= lines || this.#letters + line.length > letters))
      this.#giveUp(records);
    if (this.#open === 0) {
      this.#begin(line, records);
      return;
    }
    this.#hold(line);
    if (staysOpen(line, this.#delimiter)) return;
    records.push(cutQuoted(this.#held.slice(this.#first).join('\n'), this.#delimiter)!);
    this.#release(this.#open);
  }

  /** The first open line is given up; those behind it are records, up to one that opens a quote. */
  #giveUp(records: CsvRecord[]): void {
    records.push(UNCLOSED);
    let lines = 1;
    for (; lines < this.#open; lines++) {
      const line = this.#held[this.#first + lines]!;
      const fields = cutQuoted(line, this.#delimiter);
      // It ends within quotes, as it did before, and so do the lines behind it: none is read again.
      if (!fields) break;
      if (line !== '') records.push(fields);
    }
    this.#release(lines);
  }

  #hold(line: string): void {
    this.#held.push(line);
    this.#letters += line.length + 1;
  }

  #release(lines: number): void {
    for (const end = this.#first + lines; this.#first < end; this.#first++)
      this.#letters -= this.#held[this.#first]!.length + 1;
    // Now and then, not for each line: what is released has to be moved over.
    if (this.#first > this.#held.length / 2) {
      this.#held.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

/** The fields of a text, or nothing where it ends within quotes. */
function cutQuoted(text: string, delimiter: string): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1);
      if (end < 0) return undefined;
      field = text.slice(at + 1, end - 1).replaceAll('""', '"');
      at = end;
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

/** Whether a line that begins within quotes ends within quotes. */
function staysOpen(line: string, delimiter: string): boolean {
  let at = endOfQuoted(line, 0);
  while (at >= 0) {
    at = line.indexOf(delimiter, at);
    if (at < 0) return false;
    at++;
    if (line[at] === '"') at = endOfQuoted(line, at + 1);
  }
  return true;
}

/** The place behind the quote that closes, −1 where none does. */
function endOfQuoted(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  return end < 0 ? -1 : end + 1;
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
