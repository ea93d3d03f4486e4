import type { Policy } from '@cede/core';
import type { TableOptions } from '@cede/data';
import type { TableFlags } from '../options/table.js';

/** The classes of rows read for a policy: the policy's own, unless names are given for these rows. */
export function classesFor(
  { classes }: Policy,
  flags: TableFlags,
): Pick<TableOptions, 'classes' | 'classesOf'> {
  if (classes.length === 0) return {};
  return flags.classes ? { classes: flags.classes } : { classes, classesOf: 'the policy' };
}
