import { InputError, type Policy } from '@cede/core';

/**
 * The columns of the model's probabilities, one for each class: those of a list with commas, or of a
 * pattern in which `*` stands for the class's number. Where nothing is given, those of the table that
 * the policy was fitted on, or `model_0`, `model_1` … .
 */
export function probabilityColumns({ classes, columns }: Policy, given?: string): string[] {
  const fitted = columns?.modelColumns;
  if (given === undefined && Array.isArray(fitted) && fitted.length === classes.length)
    return [...fitted];
  const pattern = given ?? (typeof columns?.model === 'string' ? columns.model : 'model_*');
  const names = pattern.includes('*')
    ? classes.map((_, c) => pattern.replace('*', String(c)))
    : pattern.split(',').map((name) => name.trim());
  if (names.length !== classes.length && classes.length > 0)
    throw new InputError(
      `export: the policy has ${classes.length} classes (${classes.slice(0, 3).join(', ')}${classes.length > 3 ? ', …' : ''}), and ${pattern} names ${names.length} columns. Name one for each, in that order.`,
      'classes-differ',
      { role: 'model', classes: classes.length, named: names.length },
    );
  return classes.length > 0 ? names : [];
}
