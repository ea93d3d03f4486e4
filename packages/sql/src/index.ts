/**
 * A policy as one SQL statement for DuckDB, PostgreSQL, ClickHouse, Spark, BigQuery or Trino.
 *
 * @module
 */

export { DIALECT_NAMES, type DialectName } from './dialect/registry.js';
export { policyToSql, type SqlOptions } from './policy-to-sql.js';
export { probabilityColumns } from './probability-columns.js';
