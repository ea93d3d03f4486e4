import type { Stream } from '@cede/core';
import { shuffledMembers } from '../dataset/members.js';

/** Keeps `quota(label, size)` random examples of every class; positions stay in order. */
export function keepPerClass(
  labels: Uint8Array,
  classes: number,
  quota: (label: number, size: number) => number,
  random: Stream,
): Uint32Array {
  const kept = new Uint8Array(labels.length);
  for (const [label, members] of shuffledMembers(labels, classes, random).entries()) {
    for (const member of members.subarray(0, quota(label, members.length))) kept[member] = 1;
  }
  return Uint32Array.from(kept.keys()).filter((position) => kept[position] === 1);
}
