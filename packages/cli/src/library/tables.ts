import {
  type PolicyColumns,
  type SplitOptions,
  splitTable as splitPlainTable,
  type Table,
} from '@cede/core';
import { COLUMN_ROLES, type RoleName, rolesGiven, type TableOptions } from '@cede/data';
import { loadTable } from '@cede/data/node';
import { type AnyTable, type NamedTable, namedTable } from '@cede/study';
import { type Keys, refuseUnknown } from './known-keys.js';
import { type Path, pathOf } from './paths.js';

/** What is no role: how the table is read. */
const SETTINGS: Keys<Omit<TableOptions, RoleName>> = {
  ...{ classes: true, classesOf: true, costMatrix: true, unlabelled: true, seed: true },
};

/**
 * Reads and checks a table: CSV, JSONL, Parquet or NPZ; several files count as one table. A policy
 * fitted on it remembers the columns that were named here.
 */
export async function readTable(
  paths: Path | readonly Path[],
  options: TableOptions = {},
): Promise<NamedTable> {
  refuseUnknown('readTable', options, Object.keys({ ...COLUMN_ROLES, ...SETTINGS }));
  const table = await loadTable([paths].flat().map(pathOf), options);
  const columns = columnsNamed(options);
  return { ...table, ...(columns && { columns }) };
}

/** As a policy keeps them: experts in lists, features by the scorer, logits only of everyone. */
function columnsNamed(options: TableOptions): PolicyColumns | undefined {
  const list = (value: string | readonly string[] | undefined) =>
    value === undefined ? undefined : [value].flat();
  const { features, logits, classes, costMatrix, ...named } = options;
  return rolesGiven({
    ...named,
    expert: list(options.expert),
    expertCost: list(options.expertCost),
    propensity: list(options.propensity),
    ...(typeof features === 'string' && { features }),
    ...(logits === true && { logits }),
  });
}

/** How a table is cut in two. */
export type TableSplit = Partial<SplitOptions>;

const SPLIT: Keys<SplitOptions> = { testShare: true, seed: true, by: true, purpose: true };

/**
 * Cuts a table in two: `test` gets `testShare` of the rows (default 0.5), `fit` the others. Clusters
 * stay whole, time goes forward. A table that was read keeps its name and its columns.
 */
export function splitTable(table: Table, split?: TableSplit): { fit: Table; test: Table };
export function splitTable(
  table: AnyTable,
  split?: TableSplit,
): { fit: NamedTable; test: NamedTable };
export function splitTable(table: AnyTable, split: TableSplit = {}) {
  refuseUnknown('splitTable', split, Object.keys(SPLIT));
  const options = { testShare: 0.5, seed: 0, ...split };
  if (!('hash' in table)) return splitPlainTable(table, options);
  const { table: plain, name, columns } = namedTable(table);
  const parts = splitPlainTable(plain, options);
  const part = (side: 'fit' | 'test'): NamedTable => ({
    ...namedTable(parts[side], `${name} (${side})`),
    ...(columns && { columns }),
  });
  return { fit: part('fit'), test: part('test') };
}
