import {
  groupThreshold,
  inputOf,
  orderByScore,
  type Policy,
  scoreRows,
  storeThreshold,
} from '@cede/core';
import { print } from '../terminal/print.js';
import type { DecideFlags } from './flags.js';
import { readRows } from './table.js';

/** The cases that gain most from the expert, best first. */
export async function printTop(
  policy: Policy,
  path: string | undefined,
  flags: DecideFlags,
  top: number,
): Promise<void> {
  const table = await readRows(policy, path ?? '-', flags);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const { values, groups } = policy.threshold;
  const groupOf = (i: number) => table.group?.names[table.group.index[i]];
  const thresholdOf = groupThreshold(groups, values[0]);
  const margins = Float64Array.from(scores, (score, i) => score - thresholdOf(groupOf(i)));
  // Margins differ from scores only between groups; within one the order is the same.
  const order = groups ? orderByMargin(margins, scores) : orderByScore(scores);
  const picked = Array.from(order.subarray(0, top), (i) => ({
    row: i + 1,
    ...(table.id && { id: table.id[i] }),
    score: scores[i],
    ...(groups && { group: groupOf(i) ?? null, margin: storeThreshold(margins[i]) }),
  }));
  if (flags.quiet) return;
  if (flags.json)
    print(
      `${JSON.stringify({ format: 'cede/top', version: 1, rows: table.rows, top: picked }, null, 2)}\n`,
    );
  else print(`${picked.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

/** A group that hands over everything, or nothing, has margins without end: scores order those. */
function orderByMargin(margins: Float64Array, scores: Float32Array): Uint32Array {
  return Uint32Array.from(margins.keys()).sort((a, b) =>
    margins[a] === margins[b] ? scores[a] - scores[b] || a - b : margins[a] < margins[b] ? -1 : 1,
  );
}
