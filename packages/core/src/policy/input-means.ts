import { rowFeatures } from '../features/row.js';
import { denseCount, type FeatureSpec, openingCount } from '../features/spec.js';
import type { Table } from '../table/table.js';

/** So many rows, evenly spaced, tell a mean well enough. */
const MOST_ROWS = 4096;

/**
 * Means of the inputs that a row begins with (entropy, the largest probabilities): they are not
 * standardised, and reasons say how far a case is from the average one. They decide nothing.
 */
export function inputMeans(table: Table, features: FeatureSpec): { inputMeans?: number[] } {
  const count = openingCount(features);
  const { model, rows } = table;
  if (count === 0 || !model || rows === 0) return {};
  const every = Math.max(1, Math.ceil(rows / MOST_ROWS));
  const sums = new Float64Array(count);
  const row = new Float32Array(denseCount(features));
  let seen = 0;
  for (let i = 0; i < rows; i += every) {
    rowFeatures(features, model, i * features.classes, () => 0, row, 0);
    for (let k = 0; k < count; k++) sums[k] += row[k];
    seen++;
  }
  return { inputMeans: Array.from(sums, (sum) => Math.fround(sum / seen)) };
}
