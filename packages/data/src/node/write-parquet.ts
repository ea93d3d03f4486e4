import type { Table } from '@cede/core';
import type { DuckDBVector } from '@duckdb/node-api';
import { type OutColumn, tableColumns } from '../write/columns.js';
import { connect, duckdb, quoteName, quoteText } from './duckdb.js';

const ROWS_AT_ONCE = 2048;

/** A table as Parquet, by way of a temporary table in DuckDB. */
export async function writeParquet(path: string, table: Table): Promise<void> {
  const { ARRAY, arrayValue, DOUBLE, DuckDBDataChunk, FLOAT, VARCHAR } = await duckdb();
  const kinds = { float32: FLOAT, float64: DOUBLE, text: VARCHAR };
  const columns = tableColumns(table);
  const types = columns.map(({ kind, width = 0 }) =>
    kind === 'list' ? ARRAY(FLOAT, width) : kinds[kind],
  );
  const item = (value: ReturnType<OutColumn['at']>) =>
    typeof value === 'object' && value !== null ? arrayValue([...value]) : value;
  const connection = await connect();
  try {
    const declared = columns.map(({ name }, k) => `${quoteName(name)} ${types[k]}`);
    await connection.run(`CREATE TEMPORARY TABLE written (${declared.join(', ')})`);
    const appender = await connection.createAppender('written', 'main', 'temp');
    for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
      const rows = Math.min(ROWS_AT_ONCE, table.rows - from);
      const chunk = DuckDBDataChunk.create(types, rows);
      columns.forEach((column, k) => {
        fill(chunk.getColumnVector(k), (row) => item(column.at(from + row)), rows);
      });
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
    await connection.run(`COPY written TO ${quoteText(path)} (FORMAT parquet)`);
    await connection.run('DROP TABLE written');
  } finally {
    connection.closeSync();
  }
}

function fill(vector: DuckDBVector, item: (row: number) => unknown, rows: number): void {
  const target = vector as DuckDBVector & {
    setItem(row: number, value: unknown): void;
    flush(): void;
  };
  for (let row = 0; row < rows; row++) target.setItem(row, item(row));
  target.flush();
}
