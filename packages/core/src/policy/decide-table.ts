import { inputOf } from '../features/input.js';
import { scoreRows } from '../scorer/runner.js';
import { outputsOfScorer } from '../scorer/scorer.js';
import type { Table } from '../table/table.js';
import { groupOfRow } from './group-of-row.js';
import { groupThreshold } from './group-thresholds.js';
import type { Policy } from './policy.js';

/** The score of every row of a table, and 1 where it is handed over. */
export interface DecidedTable {
  readonly scores: Float32Array;
  readonly defer: Uint8Array;
}

/** Decides all rows of a table at once, by the kernel: for many rows. */
export function decideWhole(policy: Policy, table: Table): DecidedTable {
  const outputs = outputsOfScorer(policy.scorer);
  const all = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  // Of a scorer with several outputs the first expert's decides, as for single cases.
  const scores = outputs === 1 ? all : all.filter((_, i) => i % outputs === 0);
  const { values, groups } = policy.threshold;
  const [threshold] = values;
  if (!groups) return { scores, defer: deferred(scores, threshold) };
  const groupOf = groupOfRow(policy, table);
  const thresholdOf = groupThreshold(groups, threshold);
  return { scores, defer: Uint8Array.from(scores, (s, i) => +(s <= thresholdOf(groupOf(i)))) };
}

/** A function of its own, which the engine compiles once: inside the other it did so for every table. */
function deferred(scores: Float32Array, threshold: number): Uint8Array {
  const defer = new Uint8Array(scores.length);
  // A choice between 1 and 0 would be a jump that is guessed wrong.
  for (let i = 0; i < defer.length; i++) defer[i] = +(scores[i] <= threshold);
  return defer;
}
