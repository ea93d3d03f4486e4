import { InputError } from '@cede/core';
import type { Problems } from '../problems.js';
import { columnsFromCells } from './cells.js';
import type { Batch, ByteSource, Field, OpenTable, Reader, Want } from './contract.js';
import { type CsvRecord, CsvRecords, findDelimiter, headerNames, UNCLOSED } from './csv-record.js';
import { type Line, LONGEST_LINE, lineBatches, TOO_LONG } from './lines.js';
import { listWidth } from './text-lists.js';
import { holdsWords } from './words.js';

/**
 * CSV, TSV and semicolon-separated text, in plain TypeScript: the browser's reader, and the one
 * that names the row when the faster reader of the node door gives up on a file.
 */
export const csvReader: Reader = {
  format: 'CSV',
  extensions: ['.csv', '.tsv', '.csv.gz', '.tsv.gz'],
  async open(source) {
    const { header, delimiter, records, expectedRows } = await csvHead(source);
    const names = headerNames(header, source.name);
    return {
      fields: csvFields(names, records),
      expectedRows,
      batches: (wants, problems) => csvBatches(source, names, delimiter, wants, problems),
    } satisfies OpenTable;
  },
};

/** What the header and the first rows tell of the columns. */
export function csvFields(names: readonly string[], records: readonly CsvRecord[]): Field[] {
  const rows = records.slice(1).filter((record) => Array.isArray(record));
  return names.map((name, k): Field => {
    const cells = rows.map((row) => row[k]);
    const width = listWidth(cells);
    if (width > 1) return { name, kind: 'number', width };
    return { name, kind: 'either', width, ...(holdsWords(cells) && { words: true }) };
  });
}

/** The header of a CSV file, its delimiter and an estimate of its rows from the first lines. */
export async function csvHead(source: ByteSource) {
  let parser: CsvRecords | undefined;
  let delimiter = ',';
  for await (const lines of lineBatches(source.chunks(), source.name)) {
    if (!parser) {
      const first = lines.find((line) => line !== '');
      if (first === undefined) continue;
      if (first !== TOO_LONG) delimiter = findDelimiter(first);
      parser = new CsvRecords(delimiter);
    }
    const records = parser.push(lines);
    if (records.length === 0) continue;
    const header = fieldsOf(records[0]!, source.name, 0);
    return { header, delimiter, records, expectedRows: expected(source, lines) };
  }
  for (const record of parser?.end() ?? []) fieldsOf(record, source.name, 0);
  throw new InputError(
    `table ${source.name}: the file is empty (expected a header line and rows).`,
  );
}

function expected(source: ByteSource, lines: readonly Line[]): number | undefined {
  if (source.size === undefined || source.name.endsWith('.gz') || lines.length < 3)
    return undefined;
  let letters = 0;
  const sample = lines.slice(1);
  for (const line of sample) letters += line === TOO_LONG ? LONGEST_LINE : line.length + 1;
  return Math.ceil((1.02 * source.size * sample.length) / letters) + 16;
}

async function* csvBatches(
  source: ByteSource,
  names: readonly string[],
  delimiter: string,
  wants: readonly Want[],
  problems: Problems,
): AsyncGenerator<Batch> {
  const byName = new Map(names.map((name, place) => [name, place]));
  const places = wants.map((want) => byName.get(want.field)!);
  const parser = new CsvRecords(delimiter);
  let header = true;
  let rows = 0;
  for await (const lines of lineBatches(source.chunks(), source.name)) {
    const records = parser.push(lines);
    if (header && records.length > 0) {
      records.shift();
      header = false;
    }
    const kept: string[][] = [];
    for (const found of records) {
      const row = rows + kept.length + 1;
      const record = fieldsOf(found, source.name, row);
      if (record.length !== names.length) {
        throw new InputError(
          `table ${source.name}, row ${row}: ${record.length} fields (expected ${names.length}, as in the header). The file may be cut off, or a text holds the delimiter without quotes.`,
        );
      }
      kept.push(record);
    }
    if (kept.length === 0) continue;
    yield columnsFromCells(
      kept.length,
      wants,
      (row, w) => kept[row]![places[w]!],
      rows + 1,
      problems,
    );
    rows += kept.length;
  }
  for (const record of parser.end()) fieldsOf(record, source.name, rows + 1);
}

function fieldsOf(record: CsvRecord, name: string, row: number): string[] {
  if (record === TOO_LONG) throw tooLong(name, row);
  if (record !== UNCLOSED) return record;
  const where = row === 0 ? 'the header line' : `row ${row}`;
  throw new InputError(
    `table ${name}, ${where}: a quote is opened and never closed. Close it, or write "" for a quote within quotes; or the file is cut off.`,
  );
}

export function tooLong(name: string, row: number): InputError {
  const where = row === 0 ? 'the header line' : `row ${row}: the line`;
  return new InputError(
    `table ${name}, ${where} is longer than ${LONGEST_LINE / 1024 / 1024} MB. Is it one row a line?`,
  );
}
