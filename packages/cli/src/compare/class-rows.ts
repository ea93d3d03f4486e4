import { expertAt, expertRight, modelRight, orderByScore, type Table } from '@cede/core';
import type { ClassRow } from '@cede/report';
import { caseWeights } from './case-weights.js';

/**
 * Who is right where, class by class, at one rate; shares are means over seeds. Counts are of cases:
 * where rows have weights, each counts as many as it stands for.
 */
export function classRows(
  table: Table,
  expert: number,
  scores: readonly Float32Array[],
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
    const recall = (value: (i: number) => number) => (cases > 0 ? (100 * sum(value)) / cases : 0);
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
      keptRecall: (100 * sum((i) => (1 - share[i]) * model[i])) / (sum((i) => 1 - share[i]) || 1),
    };
  });
}

/**
 * How often each row is handed over at this rate of all weight: over seeds, ties in expectation.
 * Who asks for many rates sorts once, and gives the orders.
 */
export function deferredShare(
  scores: readonly Float32Array[],
  rate: number,
  weight?: Float32Array,
  orders: readonly Uint32Array[] = scores.map(orderByScore),
): Float64Array {
  const n = scores[0].length;
  const share = new Float64Array(n);
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  const wanted = rate * (weight ? weight.reduce((sum, each) => sum + each, 0) : n);
  for (const [s, vector] of scores.entries()) {
    const order = orders[s];
    let passed = 0;
    for (let start = 0; start < n; ) {
      let end = start;
      let tied = 0;
      for (; end < n && vector[order[end]] === vector[order[start]]; end++)
        tied += weightOf(order[end]);
      // Rounding may leave the whole a hair above the sum of the weights.
      const part = rate >= 1 ? 1 : Math.min(1, Math.max(0, (wanted - passed) / (tied || 1)));
      if (part === 0 && tied > 0) break;
      for (let k = start; k < end; k++) share[order[k]] += part;
      passed += tied;
      start = end;
    }
  }
  // Divided once: eleven parts of 1/11 don't add up to 1, and all of a class must.
  return share.map((sum) => sum / scores.length);
}
