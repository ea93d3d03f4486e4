// Writes the table of expected.json with DuckDB's Parquet writer: node make-duckdb.js
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import duckdb, { DuckDBInstance } from '@duckdb/node-api';

const folder = import.meta.dirname;
const { nullable } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const types = {
  id: 'VARCHAR',
  label: 'BIGINT',
  model_p0: 'FLOAT',
  model_p1: 'FLOAT',
  model_p2: 'FLOAT',
  expert_label: 'INTEGER',
  f_small: 'TINYINT',
  f_wide: 'DOUBLE',
  f_large: 'BIGINT',
  group: 'VARCHAR',
  time: 'TIMESTAMP_MS',
};
const literal = (name, value) => {
  if (value === null) return 'NULL';
  if (name === 'time') return `epoch_ms(${value})`;
  return typeof value === 'string' ? `'${value}'` : String(value);
};

const connection = await (await DuckDBInstance.create(':memory:')).connect();
const names = Object.keys(types);
const rows = nullable.label.map(
  (_, row) => `(${names.map((name) => literal(name, nullable[name][row])).join(', ')})`,
);
const columns = names.map((name) => `CAST("${name}" AS ${types[name]}) AS "${name}"`);
const table = `SELECT ${columns.join(', ')} FROM (VALUES ${rows.join(', ')}) t(${names.map((name) => `"${name}"`).join(', ')})`;
for (const version of ['V1', 'V2']) {
  for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd']) {
    const path = join(folder, `duckdb-${version.toLowerCase()}-${codec}.parquet`);
    await connection.run(
      `COPY (${table}) TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, PARQUET_VERSION ${version})`,
    );
  }
}
console.log(`DuckDB ${duckdb.version()}`);
