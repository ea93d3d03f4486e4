import { InputError } from '../error.js';
import { count } from '../number.js';
import type { Column, Table } from '../table/table.js';
import { blockColumns, ownColumns } from './blocks.js';
import { levelCoder } from './categories.js';
import type { ColumnSpec } from './column-spec.js';
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
  const columns = ownColumns(features).map((spec) => {
    const { name } = spec;
    const column = table.columns.find((candidate) => candidate.name === name);
    if (!column)
      throw new InputError(
        `feature column ${name} is missing, which the scorer was fitted with.`,
        'feature-missing',
        { name },
        'table',
      );
    return codedColumn(column, spec);
  });
  const made = (features.blocks ?? []).flatMap((spec) => {
    const block = table.blocks?.find(({ name }) => name === spec.name);
    if (!block)
      throw new InputError(
        `feature ${spec.name} is missing, a list of ${count(spec.width)} numbers which the scorer was fitted with.`,
        'feature-missing',
        { name: spec.name },
        'table',
      );
    return blockColumns(block, spec);
  });
  return { rows: table.rows, model: table.model, columns: [...columns, ...made] };
}

/** A column as the scorer knows it: places among its own levels, no gap that it has never met. */
function codedColumn(column: Column, spec: ColumnSpec): Pick<Column, 'values'> {
  const { name, levels, values } = column;
  if (!levels !== !spec.levels)
    throw new InputError(
      `feature column ${name} holds ${levels ? 'names' : 'numbers'} (expected ${levels ? 'numbers' : 'a category'}, as the scorer was fitted with).`,
      'column-unusable',
      { role: levels ? 'features' : 'categories', columns: [name] },
      'table',
    );
  if (spec.missing === undefined) refuseGaps(column);
  if (!levels) return column;
  const codes = levels.map(levelCoder(spec));
  return { values: values.map((place) => (Number.isNaN(place) ? place : codes[place])) };
}

/** The scorer never learned what a gap means here, and a gap is more often a broken join than news. */
function refuseGaps({ name, values }: Column): void {
  const first = values.findIndex(Number.isNaN);
  if (first < 0) return;
  const rows = values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
  throw new InputError(
    `feature ${name} is missing in ${count(rows)} ${rows === 1 ? 'row' : 'rows'} (first: row ${first + 1}), and in none of the rows that the scorer was fitted on. Fill it, or fit on rows that lack it too.`,
    'row-invalid',
    { row: first + 1, column: name },
    'table',
  );
}
