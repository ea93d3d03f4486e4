import type { Table } from '@cede/core';
import { caseWeights } from '../curves/case-weights.js';
import { type CompactOutcomes, compactValues } from '../scores/compact-values.js';
import type { MethodScores } from '../scores/method-scores.js';

/** In cases, by rate; of right and wrong answers only. */
export interface ErrorCounts {
  readonly avoided?: number[];
  readonly caused?: number[];
}

/**
 * Errors avoided and caused at rising rates: gains and harms among the deferred, the mean over
 * seeds. In cases: where rows have weights, each counts as many cases as it stands for.
 */
export function errorCounts(
  { scores }: Pick<MethodScores, 'scores'>,
  { target, model, expert }: CompactOutcomes,
  table: Pick<Table, 'rows' | 'weight'>,
  rates: readonly number[],
): ErrorCounts {
  if (target !== 'accuracy') return {};
  const weight = caseWeights(table);
  const found = new Float64Array(table.rows);
  for (let i = 0; i < found.length; i++) found[i] = weight(i) * (expert[i] - model[i]);
  const gains = compactValues(found);
  if (scores.length === 0) {
    let [rescues, harms] = [0, 0];
    for (let i = 0; i < table.rows; i++) {
      rescues += Math.max(0, gains[i]);
      harms += Math.max(0, -gains[i]);
    }
    return {
      avoided: rates.map((rate) => rate * rescues),
      caused: rates.map((rate) => rate * harms),
    };
  }
  const avoided = new Array<number>(rates.length).fill(0);
  const caused = new Array<number>(rates.length).fill(0);
  for (const { order, endsGroup } of scores) {
    let next = 0;
    let due = rates.length > 0 ? rates[0] * table.rows : Infinity;
    let passed = 0;
    let rescued = 0;
    let harmed = 0;
    // Of equal scores, which count in expectation.
    let cases = 0;
    let rescues = 0;
    let harms = 0;
    for (let k = 0; k < order.length; k++) {
      const change = gains[order[k]];
      cases += table.weight ? weight(order[k]) : 1;
      if (change > 0) rescues += change;
      else harms -= change;
      if (endsGroup[k] === 0) continue;
      while (due <= passed + cases) {
        const part = cases > 0 ? (due - passed) / cases : 0;
        avoided[next] += (rescued + part * rescues) / scores.length;
        caused[next] += (harmed + part * harms) / scores.length;
        next++;
        due = next < rates.length ? rates[next] * table.rows : Infinity;
      }
      passed += cases;
      rescued += rescues;
      harmed += harms;
      cases = 0;
      rescues = 0;
      harms = 0;
    }
    // Rounding may leave the last rate a hair above the sum of the weights.
    for (; next < rates.length; next++) {
      avoided[next] += rescued / scores.length;
      caused[next] += harmed / scores.length;
    }
  }
  return { avoided, caused };
}
