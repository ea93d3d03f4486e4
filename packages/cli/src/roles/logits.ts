import { InputError, log, type Table } from '@cede/core';
import type { TableOptions } from '@cede/data';
import type { TableFlags } from '../options/table.js';

/** The one sentence for rows that a policy takes for logits and that look like probabilities. */
export const notLogits = (name: string, which: string) =>
  new InputError(
    `${name}: the policy remembers --logits, but ${which} could be probabilities already. Give --no-logits if they are, --logits if they are not.`,
  );

/**
 * Softmaxing probabilities once more would decide wrongly without a word. If all rows can also be
 * read as probabilities, nothing speaks for logits but the policy's memory.
 */
export async function refuseProbabilities(
  table: Table,
  name: string,
  given: TableFlags,
  used: TableFlags,
  readAs: (logits: TableOptions['logits']) => Promise<unknown>,
): Promise<void> {
  if (given.logits !== undefined || used.logits !== true || !couldBe(table)) return;
  try {
    await readAs('expert');
  } catch (error) {
    if (error instanceof InputError) return;
    throw error;
  }
  throw notLogits(`table ${name}`, 'its rows');
}

/**
 * Told without reading again, for nearly all logits: those that a softmax could have come from can
 * be shifted to sum to 1, and do not lie in [0, 1] then. Small logits do, so this alone says nothing.
 */
function couldBe({ rows, classes, model }: Table): boolean {
  if (!model) return false;
  const width = classes.length;
  for (let row = 0; row < rows; row++) {
    const logs = Array.from(model.subarray(row * width, (row + 1) * width), (p) => log(p));
    const shift = (1 - logs.reduce((sum, value) => sum + value, 0)) / width;
    // A hundredth of slack, as for sums.
    if (logs.some((value) => !(value + shift > -0.01 && value + shift < 1.01))) return false;
  }
  return true;
}
