import { InputError, optionText } from '@cede/core';
import { alignModel, lacking, reorder } from './assemble/classes.js';
import { MatrixColumn } from './assemble/matrix.js';
import { columnRoles } from './column-roles.js';
import { ColumnSearch } from './column-search.js';
import type { TableOptions } from './options.js';
import type { Plan } from './plan.js';
import { columnOf, Problems } from './problems.js';
import { columnsFromCells } from './read/cells.js';
import type { Batch } from './read/contract.js';
import { type JsonRow, jsonField } from './read/jsonl.js';
import { findRoles } from './roles.js';

/** What a decision needs of one row. */
export interface Case {
  /** The model's probabilities; empty where the table has no classes. */
  readonly model: Float32Array;
  /** What the row has of each feature: NaN or null where missing, a category's level, a list. */
  readonly features: ArrayLike<number | string | null | Float32Array>;
  readonly id?: string;
}

/** What a table looks at and a decision does not: as lists, they are somebody else's. */
const BESIDE: ReadonlySet<string> = new Set(
  columnRoles().flatMap(([, { kind, usual, neededFor }]) =>
    kind === 'column' && usual && neededFor !== 'scores' ? [usual.name] : [],
  ),
);

/**
 * Reads single rows (from a stream or a request) with the roles, checks and sentences of tables.
 * The roles are found once for each set of keys, so a row costs microseconds. `classes` is how many
 * are expected; 0 for tables without.
 */
export function caseReader(classes: number, options: TableOptions = {}): (row: JsonRow) => Case {
  let plan: Plan | undefined;
  let order: number[] | undefined;
  let keys = '';
  return (row) => {
    const names = shapeOf(row);
    if (!plan || names !== keys) {
      const fields = Object.entries(row)
        .map(([name, value]) => jsonField(name, value))
        .filter((field) => (field.width === 1 && !field.misfit) || !BESIDE.has(field.name));
      const found =
        classes === 0
          ? featuresOnly(fields, options)
          : findRoles(fields, { ...options, unlabelled: true }, 'input');
      if (classes > 0 && !found.model) {
        throw new InputError(
          `no model columns found (looked for model_0, model_p0 and a list "model", the probabilities of ${classes} classes; the table has ${new ColumnSearch(fields, 'input').listed()}). Name them with ${optionText('model')}, for instance ${optionText('model', 'resnet_p*')}.`,
          'columns-not-found',
          { role: 'model' },
          'table input',
        );
      }
      if ((found.model?.width ?? 0) !== classes) {
        const { width = 0, names } = found.model ?? {};
        throw new InputError(
          `${width} model probabilities (expected ${classes}).${lacking(names, options.classes ?? [])}`,
          'classes-differ',
          { role: 'model', found: width, expected: classes },
        );
      }
      order = orderOf(found, options);
      plan = found;
      keys = names;
    }
    return readCase(row, plan, order, options);
  };
}

function shapeOf(row: JsonRow): string {
  let shape = '';
  for (const key in row) {
    const value = row[key];
    shape += Array.isArray(value) ? `${key}[${value.length}]\n` : `${key}\n`;
  }
  return shape;
}

function featuresOnly(fields: ReturnType<typeof jsonField>[], options: TableOptions): Plan {
  // A table without classes needs model_correct to be read; a case to decide on has none yet.
  const known = fields.filter(({ name }) => name !== 'model_correct');
  const marked = [...known, { name: 'model_correct', kind: 'either' as const, width: 1 }];
  // A policy may remember which column told how right the model was: new rows don't have it.
  const { model: _told, ...others } = options;
  return findRoles(marked, { ...others, unlabelled: true }, 'input');
}

function orderOf({ model }: Plan, { classes, ...others }: TableOptions) {
  return model && classes && alignModel(model, classes, 'input', others);
}

function readCase(
  row: JsonRow,
  plan: Plan,
  order: number[] | undefined,
  options: TableOptions,
): Case {
  const problems = new Problems();
  const batch = columnsFromCells(1, plan.wants, (_, w) => row[plan.wants[w]!.field], 1, problems);
  let model = new Float32Array(0);
  if (plan.model) {
    const logits = options.logits === true || options.logits === 'model';
    const column = new MatrixColumn(
      plan.model,
      'model',
      logits ? 'logits' : 'probabilities',
      1,
      false,
    );
    column.add(batch, 1, problems);
    model = column.finish(problems).values.slice();
    if (order) reorder(model, order);
  }
  const features = featuresOf(plan, batch);
  const [first] = problems.issues;
  if (first) {
    const columns = [columnOf(first.code)].filter((name) => name !== undefined);
    throw new InputError(first.sentence, 'row-invalid', { codes: [first.code], columns });
  }
  const id = plan.id === undefined ? null : batch.columns[plan.id]![0];
  return { model, features, ...(id === null || id === undefined ? {} : { id: String(id) }) };
}

/** Whether a value may be missing is for the policy to say. */
function featuresOf({ features }: Plan, { columns }: Batch): Case['features'] {
  const value = (want: number) => columns[want]![0] ?? null;
  const list = (want: number) => Float32Array.from(columns[want] as ArrayLike<number>);
  return features.some(({ category, width }) => category || width !== undefined)
    ? features.map(({ want, width }) => (width === undefined ? value(want) : list(want)))
    : Float32Array.from(features, ({ want }) => value(want) as number);
}
