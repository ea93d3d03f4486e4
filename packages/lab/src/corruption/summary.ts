import { countClasses } from '../dataset/dataset.js';
import type { Corrupted } from './corruption.js';

/** Completes a corruption with the counts that anyone can check against its rule. */
export function summarise(
  original: Uint8Array,
  classes: number,
  indices: Uint32Array,
  labels: Uint8Array,
  rule: string,
): Corrupted {
  let relabelled = 0;
  for (let i = 0; i < indices.length; i++) if (labels[i] !== original[indices[i]]) relabelled++;
  const removed = original.length - indices.length;
  const changes = [
    removed > 0 ? `${grouped(removed)} of ${grouped(original.length)} examples left out` : '',
    relabelled > 0 ? `${grouped(relabelled)} of ${grouped(indices.length)} labels changed` : '',
  ].filter((change) => change !== '');
  return {
    indices,
    labels,
    summary: {
      sentence: `${rule}: ${changes.join(', ') || 'nothing changed'}.`,
      before: countClasses(original, classes),
      after: countClasses(labels, classes),
      removed,
      relabelled,
    },
  };
}

/** 45000 → 45,000, without the locale of the machine. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
