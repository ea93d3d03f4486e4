import { InputError, log, type Table } from '@cede/core';
import type { TableFlags } from '../options/table.js';

/** The one sentence for rows that a policy takes for logits and that look like probabilities. */
export const notLogits = (name: string, which: string) =>
  new InputError(
    `${name}: the policy remembers --logits, but ${which} could be probabilities already. Give --no-logits if they are, --logits if they are not.`,
  );

/**
 * Softmaxing probabilities once more would decide wrongly without a word. Logits that a softmax
 * could have come from can be shifted to sum to 1; if they then lie in [0, 1] in every row, nothing
 * speaks for logits but the policy's memory.
 */
export function refuseProbabilities(
  { rows, classes, model }: Table,
  name: string,
  given: TableFlags,
  used: TableFlags,
): void {
  if (given.logits !== undefined || used.logits !== true || !model) return;
  const width = classes.length;
  for (let row = 0; row < rows; row++) {
    const logs = Array.from(model.subarray(row * width, (row + 1) * width), (p) => log(p));
    const shift = (1 - logs.reduce((sum, value) => sum + value, 0)) / width;
    // An hundredth of slack, as for sums.
    if (logs.some((value) => !(value + shift > -0.01 && value + shift < 1.01))) return;
  }
  throw notLogits(`table ${name}`, 'its rows');
}
