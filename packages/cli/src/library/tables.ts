import { namedColumns, refuseUnknownOptions, type TableOptions } from '@cede/data';
import { loadTable } from '@cede/data/node';
import type { NamedTable } from '@cede/study';
import { type Path, pathOf } from './paths.js';

/**
 * Reads and checks a table: CSV, JSONL, Parquet or NPZ; several files count as one table. A policy
 * fitted on it remembers the columns that were named here.
 */
export async function readTable(
  paths: Path | readonly Path[],
  options: TableOptions = {},
): Promise<NamedTable> {
  refuseUnknownOptions('readTable', options);
  const table = await loadTable([paths].flat().map(pathOf), options);
  const columns = namedColumns(options);
  return { ...table, ...(columns && { columns: { ...table.columns, ...columns } }) };
}
