import { expertAt, expertRight, modelRight, orderByScore, type Table } from '@cede/core';
import type { ClassRow } from '@cede/report';

/** Who is right where, class by class, at one rate; shares are means over seeds. */
export function classRows(
  table: Table,
  expert: number,
  scores: readonly Float32Array[],
  rate: number,
): ClassRow[] {
  const model = modelRight(table);
  const other = expertRight(table, expertAt(table, expert));
  const share = deferredShare(scores, rate);
  return table.classes.map((name, c) => {
    const rows = Uint32Array.from(table.label!.keys()).filter((i) => table.label![i] === c);
    const sum = (value: (i: number) => number) => rows.reduce((total, i) => total + value(i), 0);
    const recall = (value: (i: number) => number) =>
      rows.length > 0 ? (100 * sum(value)) / rows.length : 0;
    return {
      name,
      rows: rows.length,
      modelRecall: recall((i) => model[i]),
      expertRecall: recall((i) => other[i]),
      bothRight: sum((i) => model[i] * other[i]),
      onlyModelRight: sum((i) => model[i] * (1 - other[i])),
      onlyExpertRight: sum((i) => (1 - model[i]) * other[i]),
      bothWrong: sum((i) => (1 - model[i]) * (1 - other[i])),
      deferred: rows.length > 0 ? sum((i) => share[i]) / rows.length : 0,
      systemRecall: recall((i) => share[i] * other[i] + (1 - share[i]) * model[i]),
      keptRecall: (100 * sum((i) => (1 - share[i]) * model[i])) / (sum((i) => 1 - share[i]) || 1),
    };
  });
}

/** How often each row is handed over at this rate: over seeds, ties in expectation. */
export function deferredShare(scores: readonly Float32Array[], rate: number): Float64Array {
  const n = scores[0].length;
  const share = new Float64Array(n);
  const wanted = rate * n;
  for (const vector of scores) {
    const order = orderByScore(vector);
    for (let start = 0; start < n; ) {
      let end = start;
      while (end < n && vector[order[end]] === vector[order[start]]) end++;
      const part = Math.min(1, Math.max(0, (wanted - start) / (end - start)));
      if (part === 0) break;
      for (let k = start; k < end; k++) share[order[k]] += part;
      start = end;
    }
  }
  // Divided once: eleven parts of 1/11 don't add up to 1, and all of a class must.
  return share.map((sum) => sum / scores.length);
}
