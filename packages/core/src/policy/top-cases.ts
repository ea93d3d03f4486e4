import { orderByScore } from '../curve/order.js';
import { inputOf } from '../features/input.js';
import { scoreRows } from '../scorer/runner.js';
import { type StoredThreshold, storeThreshold } from '../statistics/stored-threshold.js';
import type { Table } from '../table/table.js';
import { groupOfRow } from './group-of-row.js';
import { groupThreshold } from './group-thresholds.js';
import type { Policy } from './policy.js';

/** A case among those that gain most from the expert. */
export interface TopCase {
  /** From 1. */
  readonly row: number;
  readonly id?: string;
  readonly score: number;
  /** Where groups have thresholds of their own: whose it meets, and how far below it lies. */
  readonly group?: string | null;
  readonly margin?: StoredThreshold;
}

/** The cases that gain most from the expert, best first; the threshold has no say but between groups. */
export function topCases(policy: Policy, table: Table, top: number): TopCase[] {
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const { values, groups } = policy.threshold;
  const groupOf = groupOfRow(policy, table);
  const thresholdOf = groupThreshold(groups, values[0]);
  const margins = Float64Array.from(scores, (score, i) => score - thresholdOf(groupOf(i)));
  // Margins differ from scores only between groups; within one the order is the same.
  const order = groups ? orderByMargin(margins, scores) : orderByScore(scores);
  return Array.from(order.subarray(0, top), (i) => ({
    row: i + 1,
    ...(table.id && { id: table.id[i] }),
    score: scores[i],
    ...(groups && { group: groupOf(i) ?? null, margin: storeThreshold(margins[i]) }),
  }));
}

/** A group that hands over everything, or nothing, has margins without end: scores order those. */
function orderByMargin(margins: Float64Array, scores: Float32Array): Uint32Array {
  return Uint32Array.from(margins.keys()).sort((a, b) =>
    margins[a] === margins[b] ? scores[a] - scores[b] || a - b : margins[a] < margins[b] ? -1 : 1,
  );
}
