import { type Stream, shuffle } from '@cede/core';

/** The positions of every class's examples: each list in a random order, or as they come. */
export function classMembers(
  labels: Uint8Array,
  classes: number,
  order: Stream | 'as they come',
): Uint32Array[] {
  const members: number[][] = Array.from({ length: classes }, () => []);
  for (let i = 0; i < labels.length; i++) members[labels[i]].push(i);
  return members.map((positions) => {
    const list = Uint32Array.from(positions);
    if (order !== 'as they come') shuffle(list, order);
    return list;
  });
}
