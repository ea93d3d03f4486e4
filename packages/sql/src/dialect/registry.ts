import { InputError } from '@cede/core';
import { bigquery } from './bigquery.js';
import { clickhouse } from './clickhouse.js';
import type { Dialect } from './dialect.js';
import { duckdb } from './duckdb.js';
import { postgres } from './postgres.js';
import { spark } from './spark.js';
import { trino } from './trino.js';

const DIALECTS = { duckdb, postgres, spark, bigquery, trino, clickhouse } as const;

/** The engines a statement can be written for. */
export type DialectName = keyof typeof DIALECTS;
/** Their names. */
export const DIALECT_NAMES = Object.keys(DIALECTS) as readonly DialectName[];

export function dialectNamed(name: string): Dialect {
  if (Object.hasOwn(DIALECTS, name)) return DIALECTS[name as DialectName];
  throw new InputError(
    `SQL dialect "${name}" is unknown. There are ${DIALECT_NAMES.join(', ')}.`,
    'unknown-name',
    { what: 'SQL dialect', name, known: DIALECT_NAMES },
  );
}
