import { InputError } from '../error.js';
import type { InputRows } from '../features/input-rows.js';
import type { FeatureSpec } from '../features/spec.js';
import type { Table } from './table.js';

/** The inputs a scorer reads from a table: the model's probabilities and the columns it names. */
export function inputOf(table: Table, features: FeatureSpec): InputRows {
  if (features.classes > 0) {
    if (!table.model)
      throw new InputError(
        `table: has no model probabilities (expected ${features.classes} classes). Name their columns with --model.`,
      );
    if (table.classes.length !== features.classes)
      throw new InputError(
        `table: has ${table.classes.length} classes (expected ${features.classes}, as the scorer was fitted with).`,
      );
  }
  const columns = features.columns.map(({ name }) => {
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column)
      throw new InputError(
        `table: feature column ${name} is missing, which the scorer was fitted with. Name it with --features.`,
      );
    return column;
  });
  return { rows: table.rows, model: table.model, columns };
}
