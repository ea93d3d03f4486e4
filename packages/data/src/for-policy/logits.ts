import { InputError, optionText } from '@cede/core';
import { refuseErrors } from '../check/check.js';
import type { LoadedTable } from '../loaded-table.js';
import type { RoleOptions } from '../options.js';

/** The one sentence for rows that a policy takes for logits and that look like probabilities. */
export const notLogits = (name: string, which: string) =>
  new InputError(
    `${name}: the policy remembers ${optionText('logits')}, but ${which} could be probabilities already. Give ${optionText('logits', 'false')} if they are, ${optionText('logits', 'true')} if they are not.`,
  );

/**
 * Softmaxing probabilities once more would decide wrongly without a word. Where all rows could be
 * probabilities, nothing speaks for logits but the policy's memory; where so many are that it can't
 * be chance, no word does.
 */
export function refuseProbabilities({ notes, sources }: LoadedTable, given: RoleOptions): void {
  const model = notes.some(({ code }) => code === 'not-logits:model');
  if (model && given.logits === undefined) {
    const name = sources.map((source) => source.name).join(' + ');
    throw notLogits(`table ${name}`, 'its rows');
  }
  refuseErrors(notes);
}
