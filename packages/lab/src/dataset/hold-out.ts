import { insist, type Stream } from '@cede/core';
import { classMembers } from './members.js';

export interface HeldOut {
  readonly kept: Uint32Array;
  /** One list for each count asked for. */
  readonly held: readonly Uint32Array[];
}

/**
 * Takes `counts[0]` examples of every class for the first held-out part, `counts[1]` for the
 * second, and so on. Positions in every part stay in the dataset's own order, so that a part
 * depends on the seed only through which examples are in it.
 */
export function holdOut(
  labels: Uint8Array,
  classes: number,
  counts: readonly number[],
  order: Stream | 'as they come',
): HeldOut {
  const needed = counts.reduce((sum, count) => sum + count, 0);
  const part = new Uint8Array(labels.length); // 0: kept, i + 1: held-out part i
  for (const [label, members] of classMembers(labels, classes, order).entries()) {
    insist(
      members.length > needed,
      () =>
        `class ${label} has ${members.length} examples, but ${needed} of each class are set ` +
        'aside; a class needs at least one more.',
    );
    let from = 0;
    for (const [number, count] of counts.entries()) {
      for (const member of members.subarray(from, from + count)) part[member] = number + 1;
      from += count;
    }
  }
  const positions = (wanted: number) =>
    Uint32Array.from(part.keys()).filter((position) => part[position] === wanted);
  return { kept: positions(0), held: counts.map((_, number) => positions(number + 1)) };
}
