import { stat } from 'node:fs/promises';
import type { OpenTable, RawColumn, Want } from '../read/contract.js';
import { csvHead } from '../read/csv.js';
import { type CsvRecord, headerNames } from '../read/csv-record.js';
import { isMissing, isPlainNumber } from '../read/number.js';
import { endsWithWholeRow } from './csv-end.js';
import { DuckdbRefused, quoteName, quotePath, quoteText } from './duckdb.js';
import { selectBatches } from './duckdb-batches.js';
import type { FileSource } from './files.js';
import { NoProgress } from './patience.js';

/**
 * The longest line DuckDB is let read, and its buffer: 16 such lines, the whole of most files, if it
 * weren't told. Longer lines are the plain reader's.
 */
const BUFFER = 1024 * 1024;

/**
 * CSV by DuckDB, on all cores. The header is read by our own parser; the types are told, never
 * guessed; where a row doesn't fit them the plain reader takes over.
 */
export async function openCsv(source: FileSource): Promise<OpenTable> {
  const before = await lastChange(source.path);
  const { header, delimiter, records, expectedRows } = await csvHead(source);
  const names = headerNames(header, source.name);
  return {
    fields: names.map((name) => ({ name, kind: 'either', width: 1 })),
    expectedRows,
    async *batches(wants, problems, together) {
      if (!(await endsWithWholeRow(source.path, source.size ?? 0, delimiter, names.length)))
        throw new DuckdbRefused('the last row is not whole');
      const types = names.map((name, column) => typeOf(name, wants, records, column));
      const columns = names.map((name, k) => `${quoteText(name)}: '${types[k]}'`);
      const from = `read_csv(${quotePath(source.path)}, header=true, hive_partitioning=false, auto_detect=false, delim=${quoteText(delimiter)}, quote='"', escape='"', max_line_size=${BUFFER}, buffer_size=${BUFFER}, nullstr=['', 'NA', 'null', 'None'], columns={${columns.join(', ')}})`;
      const rounded = new Set(together?.flat());
      const asked = wants.map((want, position) => {
        const name = quoteName(want.field);
        return { want, expressions: [rounded.has(position) ? `TRY_CAST(${name} AS FLOAT)` : name] };
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

/** Numbers are read as doubles and rounded after, as everywhere; names as numbers if the first ones are. */
function typeOf(
  name: string,
  wants: readonly Want[],
  records: readonly CsvRecord[],
  column: number,
): 'DOUBLE' | 'VARCHAR' {
  const roles = wants.filter((want) => want.field === name).map(({ as }) => as);
  if (roles.length === 0 || roles.includes('text')) return 'VARCHAR';
  if (roles.includes('float32') || roles.includes('float64')) return 'DOUBLE';
  const sample = records.slice(1, 1001);
  const numeric = sample.every((record) => {
    const text = Array.isArray(record) ? (record[column] ?? '') : '';
    return isPlainNumber(text) || isMissing(text);
  });
  return numeric ? 'DOUBLE' : 'VARCHAR';
}
