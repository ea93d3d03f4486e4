import { InputError } from '../error.js';
import { log } from '../math/log.js';
import type { Table } from '../table/table.js';
import {
  type FeatureKind,
  type FeatureSpec,
  LOG_FLOOR,
  type Standardised,
  validateFeatureSpec,
} from './spec.js';

/** Fixes the features for a fitting table: means and deviations of its columns (and logs, for `full`). */
export function fitFeatureSpec(
  table: Table,
  kind: FeatureKind = table.model ? 'paper' : 'columns',
): FeatureSpec {
  if (kind !== 'columns' && !table.model)
    throw new InputError(`features ${kind}: the table has no class probabilities. Use "columns".`);
  const classes = kind === 'columns' ? 0 : table.classes.length;
  const spec: FeatureSpec = {
    kind,
    classes,
    columns: table.columns.map(({ name, values }) =>
      standardise(name, values.length, (i) => values[i], table.weight),
    ),
    ...(kind === 'full' && {
      logProbabilities: table.classes.map((name, c) =>
        standardise(
          `log p(${name})`,
          table.rows,
          (i) => logFloored(table.model![i * classes + c]),
          table.weight,
        ),
      ),
    }),
  };
  validateFeatureSpec(spec);
  return spec;
}

export function logFloored(p: number): number {
  return log(Math.max(p, LOG_FLOOR));
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
      );
    sum += weightOf(i) * value(i);
    total += weightOf(i);
  }
  if (!(total > 0))
    throw new InputError(
      'features: the weights of the rows sum to 0. Give at least one row a positive weight.',
    );
  const mean = sum / total;
  let squares = 0;
  for (let i = 0; i < rows; i++) squares += weightOf(i) * (value(i) - mean) ** 2;
  const deviation = Math.sqrt(squares / total);
  return { name, mean, deviation: deviation > 1e-12 * Math.max(1, Math.abs(mean)) ? deviation : 1 };
}
