import type { TableOptions } from '@cede/data';
import type { NamedTable } from '@cede/study';
import { loadTable } from '../tables.js';

/** Reads and checks a table: CSV, JSONL, Parquet or NPZ; several files count as one table. */
export const readTable = (
  paths: string | readonly string[],
  options: TableOptions = {},
): Promise<NamedTable> => loadTable(paths, options);
