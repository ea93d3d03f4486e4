import { InputError, optionText, type Policy, type PolicyColumns } from '@cede/core';
import { typedList } from '../column-patterns.js';
import type { LoadedTable } from '../loaded-table.js';
import type { TableOptions } from '../options.js';

/** The classes of rows read for a policy: the policy's own, unless names are given for these rows. */
export function classesFor(
  { classes, columns }: Policy,
  options: Pick<TableOptions, 'classes'>,
): Pick<TableOptions, 'classes' | 'classesOf' | 'columnClasses'> {
  if (classes.length === 0) return {};
  if (options.classes) {
    refuseMoved(options.classes, classes);
    return { classes: options.classes };
  }
  const columnClasses = columns?.columnClasses;
  return {
    classes,
    classesOf: 'the policy',
    ...(Array.isArray(columnClasses) && { columnClasses }),
  };
}

/**
 * Other names for the policy's classes are fine, in its order. Its own names in another order say
 * that columns stand elsewhere than where the scorer was fitted with them: it would take one class
 * for another.
 */
function refuseMoved(given: readonly string[], classes: readonly string[]): void {
  if (given.length !== classes.length)
    throw new InputError(
      `${optionText('classes', typedList(given))} names ${given.length} ${given.length === 1 ? 'class' : 'classes'}, and the policy has ${classes.length}: ${classes.slice(0, LISTED).join(', ')}${classes.length > LISTED ? ', …' : ''}.`,
      'classes-differ',
    );
  const moved = given.find((name, k) => classes.includes(name) && classes[k] !== name);
  if (moved === undefined) return;
  throw new InputError(
    `${optionText('classes', typedList(given))}: the policy has class ${moved} at another place (${classes.slice(0, LISTED).join(', ')}${classes.length > LISTED ? ', …' : ''}). Name the columns of probabilities in the policy's order with ${optionText('model')}, and leave ${optionText('classes')} out.`,
    'classes-differ',
  );
}

/** The most classes that a sentence names. */
const LISTED = 8;

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
