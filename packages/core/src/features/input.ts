import { InputError } from '../error.js';
import type { Table } from '../table/table.js';
import type { InputRows } from './input-rows.js';
import type { FeatureSpec } from './spec.js';

/** The inputs a scorer reads from a table: the model's probabilities and the columns it names. */
export function inputOf(table: Table, features: FeatureSpec): InputRows {
  if (features.classes > 0) {
    if (!table.model)
      throw new InputError(
        `has no model probabilities (expected ${features.classes} classes).`,
        'model-missing',
        { classes: features.classes },
        'table',
      );
    if (table.classes.length !== features.classes)
      throw new InputError(
        `has ${table.classes.length} classes (expected ${features.classes}, as the scorer was fitted with).`,
        'classes-differ',
        { role: 'model' },
        'table',
      );
  }
  const columns = features.columns.map(({ name }) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column)
      throw new InputError(
        `feature column ${name} is missing, which the scorer was fitted with.`,
        'feature-missing',
        { name },
        'table',
      );
    return column;
  });
  return { rows: table.rows, model: table.model, columns };
}
