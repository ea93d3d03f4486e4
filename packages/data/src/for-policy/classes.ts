import type { Policy, PolicyColumns } from '@cede/core';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';

/** The classes of rows read for a policy: the policy's own, unless names are given for these rows. */
export function classesFor(
  { classes, columns }: Policy,
  options: Pick<TableOptions, 'classes'>,
): Pick<TableOptions, 'classes' | 'classesOf' | 'columnClasses'> {
  if (classes.length === 0) return {};
  if (options.classes) return { classes: options.classes };
  const columnClasses = columns?.columnClasses;
  return {
    classes,
    classesOf: 'the policy',
    ...(Array.isArray(columnClasses) && { columnClasses }),
  };
}

/**
 * For a policy to keep: what the model's columns call the classes, where `classes` gave them other
 * names. Without it the very columns of the fitting table would be refused as other classes. And the
 * columns themselves: a statement of SQL reads them by name.
 */
export function columnsNoticed({
  columnClasses,
  modelColumns,
}: Pick<LoadedTable, 'columnClasses' | 'modelColumns'>): { readonly columns?: PolicyColumns } {
  if (!columnClasses && !modelColumns) return {};
  return {
    columns: { ...(columnClasses && { columnClasses }), ...(modelColumns && { modelColumns }) },
  };
}
