import { inputOf } from '../features/input.js';
import { createRunner, scoreRows } from '../scorer/runner.js';
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
export const decideWhole = (policy: Policy, table: Table): DecidedTable =>
  wholeDecider(policy)(table);

/** The same for one table after the other: the kernel is made ready once. */
export function wholeDecider(policy: Policy): (table: Table) => DecidedTable {
  const { scorer } = policy;
  const outputs = outputsOfScorer(scorer);
  const runner = createRunner(scorer);
  return (table) => {
    const all = scoreRows(scorer, inputOf(table, scorer.features), runner);
    // Of a scorer with several outputs the first expert's decides, as for single cases.
    const scores = outputs === 1 ? all : all.filter((_, i) => i % outputs === 0);
    const { values, groups } = policy.threshold;
    if (!groups) return { scores, defer: deferred(scores, values[0]) };
    const groupOf = groupOfRow(policy, table);
    const thresholdOf = groupThreshold(groups, values[0]);
    const defer = Uint8Array.from(scores, (score, i) => Number(score <= thresholdOf(groupOf(i))));
    return { scores, defer };
  };
}

/**
 * A function of its own, which the engine compiles once: inside the other it did so for every table.
 * And a number of the comparison itself: a choice between 1 and 0 is a jump that is guessed wrong.
 */
function deferred(scores: Float32Array, threshold: number): Uint8Array {
  const defer = new Uint8Array(scores.length);
  for (let i = 0; i < defer.length; i++) defer[i] = Number(scores[i] <= threshold);
  return defer;
}
