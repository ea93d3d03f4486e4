import {
  deferredShare,
  expertAt,
  expertRight,
  modelRight,
  type Scores,
  type Table,
} from '@cede/core';
import { caseWeights } from '../curves/case-weights.js';

/** One class of the test table: counts are of cases, all else are shares. */
export interface ClassRow {
  readonly name: string;
  readonly rows: number;
  readonly modelRecall: number;
  readonly expertRecall: number;
  readonly bothRight: number;
  readonly onlyModelRight: number;
  readonly onlyExpertRight: number;
  readonly bothWrong: number;
  readonly deferred: number;
  readonly systemRecall: number;
  /** Of what the model keeps. */
  readonly keptRecall: number;
}

/**
 * Who is right where, class by class, at one rate; shares are means over seeds. Counts are of cases:
 * where rows have weights, each counts as many as it stands for.
 */
export function classRows(
  table: Table,
  expert: number,
  scores: readonly Scores[],
  rate: number,
): ClassRow[] {
  const model = modelRight(table);
  const other = expertRight(table, expertAt(table, expert));
  const share = deferredShare(scores, rate, table.weight);
  const weight = caseWeights(table);
  return table.classes.map((name, c) => {
    const rows = Uint32Array.from(table.label!.keys()).filter((i) => table.label![i] === c);
    const sum = (value: (i: number) => number) =>
      rows.reduce((total, i) => total + weight(i) * value(i), 0);
    const cases = sum(() => 1);
    const recall = (value: (i: number) => number) => (cases > 0 ? sum(value) / cases : 0);
    return {
      name,
      rows: cases,
      modelRecall: recall((i) => model[i]),
      expertRecall: recall((i) => other[i]),
      bothRight: sum((i) => model[i] * other[i]),
      onlyModelRight: sum((i) => model[i] * (1 - other[i])),
      onlyExpertRight: sum((i) => (1 - model[i]) * other[i]),
      bothWrong: sum((i) => (1 - model[i]) * (1 - other[i])),
      deferred: cases > 0 ? sum((i) => share[i]) / cases : 0,
      systemRecall: recall((i) => share[i] * other[i] + (1 - share[i]) * model[i]),
      keptRecall: sum((i) => (1 - share[i]) * model[i]) / (sum((i) => 1 - share[i]) || 1),
    };
  });
}
