import { stat } from 'node:fs/promises';
import type { OpenTable, RawColumn, Want } from '../read/contract.js';
import { csvFields, csvHead } from '../read/csv.js';
import { headerNames } from '../read/csv-record.js';
import { endsWithWholeRow } from './csv-end.js';
import { findOddities, MISSING_WORDS } from './csv-scan.js';
import { DuckdbRefused, quoteName, quotePath, quoteText } from './duckdb.js';
import { selectBatches } from './duckdb-batches.js';
import type { FileSource } from './files.js';
import { NoProgress } from './patience.js';

/**
 * The longest line DuckDB is let read, and its buffer: 16 such lines, the whole of most files, if it
 * weren't told. Longer lines are the plain reader's.
 */
const BUFFER = 1024 * 1024;
/** DuckDB takes time and memory for every column, wanted or not; of so many the plain reader takes less. */
const MOST_COLUMNS = 2000;

/**
 * CSV by DuckDB, on all cores, to the same values as by our own reader: the header is read by our own
 * parser, types are told and never guessed, and where DuckDB refuses a row, or might read one in
 * another way, the plain reader takes over.
 */
export async function openCsv(source: FileSource): Promise<OpenTable> {
  const before = await lastChange(source.path);
  const { header, delimiter, records, expectedRows } = await csvHead(source);
  const names = headerNames(header, source.name);
  if (names.length > MOST_COLUMNS) throw new DuckdbRefused('too many columns');
  return {
    fields: csvFields(names, records),
    expectedRows,
    async *batches(wants, problems, together) {
      if (wants.some(({ width }) => width > 1))
        throw new DuckdbRefused('lists, which are text to it');
      if (!(await endsWithWholeRow(source.path, source.size ?? 0, delimiter, names.length)))
        throw new DuckdbRefused('the last row is not whole');
      const { unreadable, oddNumbers } = await findOddities(source.path, delimiter, names.length);
      if (unreadable !== undefined) throw new DuckdbRefused(unreadable);
      const types = columnTypes(names, wants, oddNumbers);
      const from = readCsv(source.path, delimiter, types);
      const rounded = new Set(together?.flat());
      const asked = wants.map((want, position) => {
        const value = expression(want, types.get(want.field)!);
        return {
          want,
          expressions: [rounded.has(position) ? `TRY_CAST(${value} AS FLOAT)` : value],
        };
      });
      // Of a file that is cut while it is read, DuckDB reads what is left, without a word.
      const isWhole = async () => (await lastChange(source.path)) === before;
      try {
        for await (const batch of selectBatches({ asked, from, isWhole, together }, problems))
          yield { ...batch, columns: batch.columns.map(withPlainBreaks) };
      } catch (error) {
        throw error instanceof NoProgress ? new DuckdbRefused(error.message) : error;
      }
    },
  };
}

function readCsv(path: string, delimiter: string, types: ReadonlyMap<string, Type>): string {
  const columns = [...types].map(([name, type]) => `${quoteText(name)}: '${type}'`);
  const options = {
    header: 'true',
    auto_detect: 'false',
    hive_partitioning: 'false',
    delim: quoteText(delimiter),
    quote: `'"'`,
    escape: `'"'`,
    comment: `''`,
    max_line_size: String(BUFFER),
    buffer_size: String(BUFFER),
    nullstr: `''`,
    columns: `{${columns.join(', ')}}`,
  };
  const listed = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return `read_csv(${quotePath(path)}, ${listed.join(', ')})`;
}

type Type = 'DOUBLE' | 'VARCHAR';

/**
 * Numbers are read as doubles and rounded after, as everywhere. Labels and times are text, which our
 * own rules make numbers of: a label of 19 digits keeps them all.
 */
function columnTypes(
  names: readonly string[],
  wants: readonly Want[],
  oddNumbers: boolean,
): Map<string, Type> {
  const types = new Map<string, Type>(names.map((name) => [name, 'VARCHAR']));
  if (!oddNumbers) for (const { field, as } of wants) if (isFloat(as)) types.set(field, 'DOUBLE');
  for (const { field, as } of wants) if (!isFloat(as)) types.set(field, 'VARCHAR');
  return types;
}

const isFloat = (as: Want['as']): boolean => as === 'float32' || as === 'float64';

/** The commonest words for a missing number; of others DuckDB refuses the row. A name may be such a word. */
const WORDS = MISSING_WORDS.map(quoteText).join(', ');

function expression({ field, as }: Want, type: Type): string {
  const name = quoteName(field);
  if (!isFloat(as) || type === 'DOUBLE') return name;
  const odd = ["'_'", "'+-'", "'+n'", "'+N'", "'('"].map((mark) => `contains(${name}, ${mark})`);
  return `CASE WHEN ${odd.join(' OR ')} THEN error('an odd number') ELSE CAST(CASE WHEN ${name} IN (${WORDS}) THEN NULL ELSE ${name} END AS DOUBLE) END`;
}

/** A line break inside quotes is one letter, whatever the file ends its lines with. */
function withPlainBreaks(column: RawColumn): RawColumn {
  if (ArrayBuffer.isView(column)) return column;
  const hasBreak = column.some((text) => text?.includes('\r\n'));
  return hasBreak ? column.map((text) => text?.replaceAll('\r\n', '\n') ?? null) : column;
}

async function lastChange(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${size} bytes at ${mtimeMs}`;
}
