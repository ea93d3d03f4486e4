import type { Stream } from '@cede/core';
import { classMembers } from '../dataset/members.js';

/** Keeps `quota(label, size)` examples of every class, random ones or the first; positions stay in order. */
export function keepPerClass(
  labels: Uint8Array,
  classes: number,
  quota: (label: number, size: number) => number,
  order: Stream | 'as they come',
): Uint32Array {
  const kept = new Uint8Array(labels.length);
  for (const [label, members] of classMembers(labels, classes, order).entries()) {
    for (const member of members.subarray(0, quota(label, members.length))) kept[member] = 1;
  }
  return Uint32Array.from(kept.keys()).filter((position) => kept[position] === 1);
}
