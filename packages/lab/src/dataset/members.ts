import { type Stream, shuffle } from '@cede/core';

/** The positions of every class's examples, each list in a random order. */
export function shuffledMembers(
  labels: Uint8Array,
  classes: number,
  random: Stream,
): Uint32Array[] {
  const members: number[][] = Array.from({ length: classes }, () => []);
  for (let i = 0; i < labels.length; i++) members[labels[i]].push(i);
  return members.map((positions) => {
    const order = Uint32Array.from(positions);
    shuffle(order, random);
    return order;
  });
}
