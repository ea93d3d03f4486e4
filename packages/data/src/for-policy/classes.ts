import type { Policy } from '@cede/core';
import type { TableOptions } from '../options.js';

/** The classes of rows read for a policy: the policy's own, unless names are given for these rows. */
export function classesFor(
  { classes }: Policy,
  options: Pick<TableOptions, 'classes'>,
): Pick<TableOptions, 'classes' | 'classesOf'> {
  if (classes.length === 0) return {};
  return options.classes ? { classes: options.classes } : { classes, classesOf: 'the policy' };
}
