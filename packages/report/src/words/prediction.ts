import type { Table } from '@cede/core';
import { count, percent, plural } from './numbers.js';

/** A table of predictions that was just made; accuracies where there are labels. */
interface Prediction {
  readonly table: Table;
  readonly modelAccuracy?: number;
  readonly expertAccuracy?: number;
}

/** For `--json`; `path` is where the table went. */
export const predictionDocument = (
  { table, modelAccuracy, expertAccuracy }: Prediction,
  path: string,
) => ({
  format: 'cede/predict',
  version: 1,
  table: path,
  rows: table.rows,
  classes: table.classes.length,
  modelAccuracy: modelAccuracy ?? null,
  expertAccuracy: expertAccuracy ?? null,
});

/** For a person. */
export function predictionText({ table, ...accuracy }: Prediction, path: string): string {
  const { modelAccuracy, expertAccuracy } = accuracy;
  const accuracies = table.label
    ? `; model ${percent(modelAccuracy!, 2)} right, expert ${percent(expertAccuracy!, 2)}`
    : ', no labels';
  return `Wrote ${path}: ${plural(table.rows, 'row')}, ${count(table.classes.length)} classes${accuracies}.`;
}
