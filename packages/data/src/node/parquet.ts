import { count, InputError } from '@cede/core';
import { type Field, isText, LONE_LIST, type OpenTable, type Want } from '../read/contract.js';
import { connect, DuckdbRefused, quoteName, quotePath } from './duckdb.js';
import {
  type Asked,
  type ChunkReader,
  chunkReader,
  orInterrupted,
  selectBatches,
} from './duckdb-batches.js';
import type { FileSource } from './files.js';
import { NoProgress } from './patience.js';

/** DuckDB may quote what it stumbled over, however long it is. */
const LONGEST_REASON = 300;

/** DuckDB plans a query over so many columns in seconds; over ten times as many in minutes. */
const MOST_COLUMNS = 10_000;

/** An open Parquet file: a statement of one's own may read it too. */
export interface ParquetTable extends OpenTable {
  readonly expectedRows: number;
  /** What stands behind FROM. */
  readonly from: string;
  /** How wants are asked for in a statement, and found in its chunks. */
  chunksOf(wants: readonly Want[], together?: readonly (readonly number[])[]): Promise<ChunkReader>;
}

export const isParquet = (table: OpenTable): table is ParquetTable => 'chunksOf' in table;

/**
 * Parquet by DuckDB: every type, encoding and compression. It is the only reader here, so what it
 * refuses is refused: another parser might make a table out of damage.
 */
export async function openParquet(source: FileSource): Promise<ParquetTable> {
  // A folder called label=1 is a folder, not a column.
  const from = `read_parquet(${quotePath(source.path)}, hive_partitioning=false)`;
  const { columns, rows } = await describe(source, from);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const askFor = (wants: readonly Want[]) => wants.map((want) => ask(want, types.get(want.field)!));
  return {
    fields: columns.map(({ name, type, width }) => fieldOf(name, type, width)),
    expectedRows: rows,
    from,
    chunksOf: (wants, together) => chunkReader(askFor(wants), together),
    async *batches(wants, problems, together) {
      const asked = askFor(wants);
      const isWhole = (read: number) => read === rows;
      try {
        yield* selectBatches({ asked, from, isWhole, together }, problems);
      } catch (error) {
        throw refusal(source, error);
      }
    },
  };
}

/** Whatever DuckDB says about a file, in one sentence of ours. */
export function refusal({ name, path }: FileSource, error: unknown): unknown {
  if (error instanceof NoProgress) {
    return new InputError(
      `table ${name}: ${error.message}; the file is damaged, or its disk doesn't answer. Write it again.`,
    );
  }
  if (!(error instanceof DuckdbRefused)) return error;
  // The file is sound; DuckDB has no code that tells so.
  const codec = /Unsupported compression codec "(\w+)"/.exec(error.message)?.[1];
  if (codec) {
    return new InputError(
      `table ${name}: its compression, ${codec}, can't be read here. Write it again with Snappy, zstd or gzip.`,
    );
  }
  if (/is encrypted/.test(error.message))
    return new InputError(`table ${name}: is encrypted. Write it again without encryption.`);
  const encoding = /(\w+) encoding is only supported/.exec(error.message)?.[1];
  if (encoding)
    return new InputError(
      `table ${name}: its encoding, ${encoding}, can't be read here for these columns. Write it again without it.`,
    );
  const said = (error.message.split('\n')[0] ?? '').slice(0, LONGEST_REASON);
  return new InputError(
    `table ${name}: not a complete Parquet file; it is damaged or cut off (${said.replaceAll(path, name)}).`,
  );
}

interface Described {
  readonly name: string;
  readonly type: string;
  readonly width: number;
}

async function describe(
  source: FileSource,
  from: string,
): Promise<{ columns: Described[]; rows: number }> {
  const connection = await connect();
  const query = async (sql: string) =>
    (await orInterrupted(connection.runAndReadAll(sql), connection)).getRows();
  try {
    const [counted] = await query(
      `SELECT num_rows FROM parquet_file_metadata(${quotePath(source.path)})`,
    );
    const rows = Number(counted?.[0]);
    const schema = `SELECT name, num_children FROM parquet_schema(${quotePath(source.path)})`;
    refuseNames(columnNames(await query(schema)), source.name);
    const columns: Described[] = [];
    for (const [name, type] of await query(`DESCRIBE SELECT * FROM ${from}`)) {
      columns.push({ name: String(name), type: String(type), width: fixedWidth(String(type)) });
    }
    const lists = columns.filter(({ type }) => type.endsWith('[]'));
    if (lists.length > 0 && rows > 0) {
      const lengths = lists.map(({ name }) => `len(${quoteName(name)})`).join(', ');
      const [first] = await query(`SELECT ${lengths} FROM ${from} LIMIT 1`);
      lists.forEach((list, position) => {
        columns[columns.indexOf(list)] = { ...list, width: Number(first?.[position] ?? 1) };
      });
    }
    connection.closeSync();
    return { columns, rows };
  } catch (error) {
    if (!(error instanceof NoProgress)) connection.closeSync();
    throw refusal(source, error);
  }
}

/** The names of the columns: children of the root, in a list in which each is followed by its own children. */
function columnNames(schema: readonly unknown[][]): string[] {
  const names: string[] = [];
  /** How many elements, one behind the other, belong to the present column. */
  let inside = 0;
  for (const [name, children] of schema.slice(1)) {
    if (inside === 0) names.push(String(name));
    else inside--;
    inside += Number(children ?? 0);
  }
  return names;
}

/** DuckDB renames one of two columns of the same name, and takes upper and lower case for the same. */
function refuseNames(names: readonly string[], table: string): void {
  if (names.length > MOST_COLUMNS) {
    throw new InputError(
      `table ${table}: ${count(names.length)} columns (at most ${count(MOST_COLUMNS)} are read from Parquet). Write only those you need, or lists: one column for all probabilities of a row.`,
    );
  }
  const known = new Map<string, string>();
  for (const name of names) {
    const twin = known.get(name.toLowerCase());
    if (twin !== undefined) {
      throw new InputError(
        twin === name
          ? `table ${table}: two columns are called "${name}". Rename one.`
          : `table ${table}: the columns "${twin}" and "${name}" differ only in upper and lower case. Rename one.`,
      );
    }
    known.set(name.toLowerCase(), name);
  }
}

/** `FLOAT[10]` says its width; other types are single, lists are looked at later. */
function fixedWidth(type: string): number {
  return Number(/\[(\d+)\]$/.exec(type)?.[1] ?? 1);
}

const NUMBER =
  /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w*INT\w*|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)(\[\d*\])?$/;

function fieldOf(name: string, type: string, width: number): Field {
  const misfit = misfitOf(type, width);
  if (misfit) return { name, kind: 'number', width: 1, misfit };
  if (NUMBER.test(type)) return { name, kind: 'number', width };
  if (type.endsWith(']')) return { name, kind: 'text', width };
  return { name, kind: /^(TIMESTAMP|DATE)/.test(type) ? 'either' : 'text', width: 1 };
}

/** What a column holds that is neither a value nor a list of values. */
function misfitOf(type: string, width: number): string | undefined {
  if (/\]\[\d*\]$/.test(type)) return 'holds a list of lists in each row';
  const nested = /^(STRUCT|MAP|UNION)\(.*\)(\[\d*\])?$/.exec(type);
  if (!nested) return type.endsWith(']') && width === 1 ? LONE_LIST : undefined;
  const what = nested[1]!.toLowerCase();
  return `holds a ${nested[2] ? `list of ${what}s` : what} in each row`;
}

function ask(want: Want, type: string): Asked {
  const name = quoteName(want.field);
  if (want.width > 1) {
    const items = Array.from(
      { length: want.width },
      (_, k) => `TRY_CAST(${name}[${k + 1}] AS FLOAT)`,
    );
    return { want, expressions: [...items, `CAST(len(${name}) AS DOUBLE)`] };
  }
  return { want, expressions: [expression(want.as, name, type)] };
}

function expression(as: Want['as'], name: string, type: string): string {
  const moment = /^(TIMESTAMP|DATE)/.test(type);
  if (moment && !isText(as) && as !== 'label')
    return `CAST(epoch_ms(CAST(${name} AS TIMESTAMP)) AS DOUBLE)`;
  if (as === 'float32') return type === 'FLOAT' ? name : `TRY_CAST(${name} AS FLOAT)`;
  if (as === 'float64') return `TRY_CAST(${name} AS DOUBLE)`;
  const number = NUMBER.test(type) && type !== 'BOOLEAN';
  // Whole numbers as names keep all their digits; fractions are written as JavaScript writes them.
  if (isText(as) && !/^(FLOAT|DOUBLE)/.test(type)) return `CAST(${name} AS VARCHAR)`;
  return number ? `CAST(${name} AS DOUBLE)` : `CAST(${name} AS VARCHAR)`;
}
