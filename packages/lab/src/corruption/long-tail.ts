import { insist, type Stream } from '@cede/core';
import type { ClassNames, Corrupted, LongTailSpec } from './corruption.js';
import { keepPerClass } from './keep.js';
import { summarise } from './summary.js';

const HEAD_LIMIT = 500;
const TAIL_LIMIT = 50;

/** The first h classes keep at most 500 examples each, all others at most 50. */
export function longTail(
  labels: Uint8Array,
  { classes }: ClassNames,
  spec: LongTailSpec,
  random: Stream,
): Corrupted {
  const count = classes.length;
  const { head, headLimit = HEAD_LIMIT, tailLimit = TAIL_LIMIT } = spec;
  insist(
    Number.isInteger(head) && head >= 1 && head < count,
    () => `long tail(${head}): the dataset has ${count} classes; give a head of 1 … ${count - 1}.`,
  );
  insist(
    [headLimit, tailLimit].every((limit) => Number.isInteger(limit) && limit >= 1),
    () =>
      `long tail(${head}): the limits ${headLimit} and ${tailLimit} must be whole and positive.`,
  );
  const quota = (label: number) => (label < head ? headLimit : tailLimit);
  const indices = keepPerClass(
    labels,
    count,
    quota,
    spec.keep === 'first' ? 'as they come' : random,
  );
  const kept = Uint8Array.from(indices, (index) => labels[index]);
  const rule =
    `long tail(${head}): ${spec.keep === 'first' ? 'the first' : 'at most'} ${headLimit} examples of classes 0 … ${head - 1}, ` +
    `${tailLimit} of the others`;
  return summarise(labels, count, indices, kept, rule);
}
