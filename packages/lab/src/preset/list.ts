import { InputError } from '@cede/core';
import { PAPER_TABLE } from '../paper/table.js';
import { listPresets } from './registry.js';

const blocks = PAPER_TABLE.map(({ preset }) => preset);
const known = new Set(listPresets().map(({ name }) => name));

/**
 * Named lists of presets. `paper`: the seven blocks of its table, then the three figures of its
 * appendix (losses, top-5 where there are classes enough, ratio losses), each on every block's networks.
 */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  paper: [
    ...blocks,
    ...['-losses', '-top5', '-ratios'].flatMap((study) =>
      blocks.map((block) => `${block}${study}`).filter((name) => known.has(name)),
    ),
  ],
};

/** The presets of a list (`paper`), or of names and files with commas between them. */
export function presetList(text: string): string[] {
  if (Object.hasOwn(LISTS, text)) return [...LISTS[text]];
  const names = text.split(',').map((name) => name.trim());
  const again = names.find((name, k) => names.indexOf(name) < k);
  if (again !== undefined)
    throw new InputError(`'${again}' is in the list twice; leave one of them out.`);
  return names;
}
