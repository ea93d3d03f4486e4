import {
  deferredShare,
  expertAt,
  expertRight,
  modelRight,
  type Scores,
  type Table,
} from '@cede/core';
import { caseWeights } from '../curves/case-weights.js';

/** One class of the test table: counts are of cases, recalls are shares (in a report percent). */
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
  const sums = table.classes.map(() => ({ ...NOTHING }));
  for (let i = 0; i < table.rows; i++) {
    const sum = sums[table.label![i]];
    if (!sum) continue; // a row without a label
    const w = weight(i);
    const [m, x, s] = [model[i], other[i], share[i]];
    sum.cases += w;
    sum.model += w * m;
    sum.expert += w * x;
    sum.both += w * (m * x);
    sum.onlyModel += w * (m * (1 - x));
    sum.onlyExpert += w * ((1 - m) * x);
    sum.neither += w * ((1 - m) * (1 - x));
    sum.deferred += w * s;
    sum.system += w * (s * x + (1 - s) * m);
    sum.keptRight += w * ((1 - s) * m);
    sum.kept += w * (1 - s);
  }
  return table.classes.map((name, c) => {
    const sum = sums[c];
    const perCase = (total: number) => (sum.cases > 0 ? total / sum.cases : 0);
    return {
      name,
      rows: sum.cases,
      modelRecall: perCase(sum.model),
      expertRecall: perCase(sum.expert),
      bothRight: sum.both,
      onlyModelRight: sum.onlyModel,
      onlyExpertRight: sum.onlyExpert,
      bothWrong: sum.neither,
      deferred: perCase(sum.deferred),
      systemRecall: perCase(sum.system),
      keptRecall: sum.keptRight / (sum.kept || 1),
    };
  });
}

/** Sums over the cases of one class. */
const NOTHING = {
  cases: 0,
  model: 0,
  expert: 0,
  both: 0,
  onlyModel: 0,
  onlyExpert: 0,
  neither: 0,
  deferred: 0,
  system: 0,
  keptRight: 0,
  kept: 0,
};
