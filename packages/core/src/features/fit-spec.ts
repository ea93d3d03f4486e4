import { InputError } from '../error.js';
import { CALIBRATED_FEATURES, logOf } from '../probabilities/calibration.js';
import { type CrossFitted, crossFit } from '../probabilities/cross-fit.js';
import type { Column, Table } from '../table/table.js';
import { blockColumns, blockSpec } from './blocks.js';
import { fitLevels } from './categories.js';
import type { ColumnSpec, Standardised } from './column-spec.js';
import { inputOf } from './input.js';
import type { InputRows } from './input-rows.js';
import { type FeatureKind, type FeatureSpec, partsOf, validateFeatureSpec } from './spec.js';

/** The features of a fitting table, and its rows as a fit may see them. */
export interface FittedFeatures {
  readonly features: FeatureSpec;
  readonly input: InputRows;
}

/**
 * Fixes the features for a fitting table. What a fit sees of these very rows may differ from what
 * new rows will show: calibrated numbers of a row never come from a calibration that saw its label.
 */
export function fitFeatures(table: Table, kind?: FeatureKind): FittedFeatures {
  const asked = kind ?? (table.model ? 'paper' : 'columns');
  const ofTable = fitted.get(table) ?? new Map<FeatureKind, FittedFeatures>();
  fitted.set(table, ofTable);
  const found = ofTable.get(asked) ?? fittedFeatures(table, asked);
  ofTable.set(asked, found);
  return found;
}

/** Several methods are fitted on the same rows one after the other, and see the same. */
const fitted = new WeakMap<Table, Map<FeatureKind, FittedFeatures>>();

function fittedFeatures(table: Table, asked: FeatureKind): FittedFeatures {
  const crossed = partsOf(asked)?.calibrated && table.model ? crossFitted(table) : undefined;
  const features = fitFeatureSpec(table, asked, crossed);
  const input = inputOf(table, features);
  return { features, input: crossed ? { ...input, calibrated: crossed.features } : input };
}

/** All kinds of features share one calibration. */
const known = new WeakMap<Table, CrossFitted>();

function crossFitted(table: Table): CrossFitted {
  const found = known.get(table) ?? crossFit(table);
  known.set(table, found);
  return found;
}

/** Means and deviations of the table's columns (and logs, for `full`). */
export function fitFeatureSpec(
  table: Table,
  kind: FeatureKind = table.model ? 'paper' : 'columns',
  crossed?: CrossFitted,
): FeatureSpec {
  if (kind !== 'columns' && !table.model)
    throw new InputError(
      `features ${kind}: the table has no class probabilities. Use "columns".`,
      'model-missing',
    );
  const classes = kind === 'columns' ? 0 : table.classes.length;
  const { blocks = [] } = table;
  const made = blocks.flatMap((block) => blockColumns(block, blockSpec(block)));
  const spec: FeatureSpec = {
    kind,
    classes,
    columns: [...table.columns, ...made].map((column) => fitColumn(column, table.weight)),
    ...(blocks.length > 0 && { blocks: blocks.map(blockSpec) }),
    ...(partsOf(kind)?.logProbabilities && {
      logProbabilities: table.classes.map((name, c) =>
        standardise(
          `log p(${name})`,
          table.rows,
          (i) => logOf(table.model![i * classes + c]),
          table.weight,
        ),
      ),
    }),
    ...(crossed && {
      calibrated: {
        ...crossed.calibration,
        features: CALIBRATED_FEATURES.map((name, k) =>
          standardise(
            `calibrated ${name}`,
            table.rows,
            (i) => crossed.features[i * CALIBRATED_FEATURES.length + k],
            table.weight,
          ),
        ),
      },
    }),
  };
  validateFeatureSpec(spec);
  return spec;
}

/** How one column of a fitting table becomes inputs: its scale, or its levels. */
export function fitColumn(column: Column, weight?: ArrayLike<number>): ColumnSpec {
  const { name, values, levels, gaps } = column;
  const isEmpty = values.some(Number.isNaN);
  const missing = isEmpty ? 'indicator' : gaps ? 'filled' : undefined;
  // The inputs of a category are 0 and 1 as they are.
  const scale = levels
    ? { name, mean: 0, deviation: 1, ...fitLevels(column) }
    : { ...standardisePresent(name, values, isEmpty, weight), ...rangeOf(values) };
  return { ...scale, ...(missing && { missing }) };
}

/** By the rows that have a value; where none has, every row will stand at 0. */
function standardisePresent(
  name: string,
  values: Float32Array,
  isEmpty: boolean,
  weight?: ArrayLike<number>,
): Standardised {
  if (!isEmpty) return standardise(name, values.length, (i) => values[i], weight);
  const rows = [...values.keys()].filter(
    (i) => !Number.isNaN(values[i]) && (!weight || weight[i] > 0),
  );
  if (rows.length === 0) return { name, mean: 0, deviation: 1 };
  const ofRows = weight && rows.map((i) => weight[i]);
  return standardise(name, rows.length, (k) => values[rows[k]], ofRows);
}

/** What a decision may compare a new value with. */
function rangeOf(values: Float32Array): Pick<ColumnSpec, 'least' | 'most'> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least <= most ? { least, most } : {};
}

/** Two passes in float64; a constant column keeps deviation 1, so that it becomes 0. */
function standardise(
  name: string,
  rows: number,
  value: (i: number) => number,
  weight?: ArrayLike<number>,
): Standardised {
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  let sum = 0;
  let total = 0;
  for (let i = 0; i < rows; i++) {
    if (!Number.isFinite(value(i)))
      throw new InputError(
        `feature ${name}, row ${i + 1}: found ${value(i)} (expected a finite number). Fill or drop such rows.`,
        'row-invalid',
        { row: i + 1, column: name },
      );
    sum += weightOf(i) * value(i);
    total += weightOf(i);
  }
  if (!(total > 0))
    throw new InputError(
      'features: the weights of the rows sum to 0. Give at least one row a positive weight.',
      'no-rows',
    );
  const mean = sum / total;
  let squares = 0;
  for (let i = 0; i < rows; i++) squares += weightOf(i) * (value(i) - mean) ** 2;
  const deviation = Math.sqrt(squares / total);
  return { name, mean, deviation: deviation > 1e-12 * Math.max(1, Math.abs(mean)) ? deviation : 1 };
}
