import type { RankedScores } from './ranked-scores.js';

/** Of rows without weights: who is handed over, in groups of equal scores. */
export interface WholeGroups {
  /** Groups that go whole end here, in the order of the scores. */
  readonly end: number;
  /** The next group, of which a part goes, ends here; `end` itself where there is none. */
  readonly groupEnd: number;
  readonly part: number;
}

/** The groups that `wanted` rows take, from the lowest score on. */
export function wholeGroups({ order, endsGroup }: RankedScores, wanted: number): WholeGroups {
  const n = order.length;
  let end = Math.min(n, Math.floor(wanted));
  while (end > 0 && endsGroup[end - 1] === 0) end--;
  const left = wanted - end;
  if (!(left > 0) || end === n) return { end, groupEnd: end, part: 0 };
  let groupEnd = end;
  while (endsGroup[groupEnd++] === 0);
  const part = Math.min(1, left / (groupEnd - end));
  return part === 1 ? { end: groupEnd, groupEnd, part: 0 } : { end, groupEnd, part };
}

/** How much of a row is handed over, told by its score. */
export function shareByScore(
  { scores, order }: RankedScores,
  { end, groupEnd, part }: WholeGroups,
): (row: number) => number {
  const last = end > 0 ? scores[order[end - 1]] : Number.NaN;
  const tied = groupEnd > end ? scores[order[end]] : Number.NaN;
  return (row) => (scores[row] <= last ? 1 : scores[row] === tied ? part : 0);
}
