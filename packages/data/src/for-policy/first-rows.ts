import { InputError } from '@cede/core';
import type { StreamedRow } from '../stream-rows.js';
import { type Cases, isAboutColumns } from './cases.js';
import { notLogits } from './logits.js';

/** So many rows of the first piece are looked at. */
const FIRST_ROWS = 20;

/**
 * Columns that no row has are the wrong file, said once and before anything is answered. A single
 * line that arrives alone may be one bad line of a conversation: it gets its own answer.
 */
export function refuseOtherColumns(
  batch: readonly StreamedRow[],
  cases: Cases,
  name: string,
  isFile: boolean,
): void {
  const first = batch.slice(0, FIRST_ROWS);
  let said = '';
  let unlike = 0;
  let alike = 0;
  for (const item of first) {
    if ('error' in item) continue;
    if (cases.looksLikeProbabilities(item.value)) alike++;
    try {
      cases.read(item.value);
    } catch (error) {
      if (!isAboutColumns(error)) continue;
      unlike++;
      said ||= error.sentence;
    }
  }
  if (unlike === first.length && (isFile || unlike > 1)) throw new InputError(`${name}: ${said}`);
  if (alike === first.length)
    throw notLogits(name, alike === 1 ? 'its first row' : `its first ${alike} rows`);
}
