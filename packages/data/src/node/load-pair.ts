import type { NamedTable } from '../named-table.js';
import type { TableOptions } from '../options.js';
import { loadTable } from './load-table.js';

/**
 * A table to fit on and one to test on: the same classes in the same order, even where the test
 * table happens to miss one.
 */
export async function loadPair(
  fitPath: string,
  testPath: string,
  options: TableOptions,
): Promise<{ fit: NamedTable; test: NamedTable }> {
  const fit = await loadTable(fitPath, options);
  const { classes } = fit.table;
  const test = await loadTable(testPath, {
    ...options,
    ...(classes.length > 0 && { classes, ...(!options.classes && { classesOf: fit.name }) }),
  });
  return { fit, test };
}
