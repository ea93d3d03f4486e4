/** How much of each row is handed over: at a rate, or at a threshold. */
import { type RankedScores, rankScores, type Scores, scoresOf } from '../curve/ranked-scores.js';
import { shareByScore, wholeGroups } from '../curve/whole-groups.js';

/** At a rate: 1, 0, or for a tied last group the part of it that fits (ties count in expectation). */
export function deferredAtRate(
  scores: Scores,
  rate: number,
  weight?: ArrayLike<number>,
): Float64Array {
  const ranked = rankScores(scores);
  const wanted = weightAtRate(ranked, rate, weight);
  const { flags, part } = deferFlags(new Uint8Array(ranked.order.length), ranked, wanted, weight);
  const shares = [0, 1, part];
  const share = new Float64Array(flags.length);
  for (let i = 0; i < share.length; i++) share[i] = shares[flags[i]];
  return share;
}

/** The same for several score vectors of the same rows, where only some rows are asked about. */
export function sharesAtRate(
  ranked: readonly RankedScores[],
  rate: number,
  weight?: ArrayLike<number>,
): ((row: number) => number)[] {
  if (weight)
    return ranked.map((vector) => {
      const shares = deferredAtRate(vector, rate, weight);
      return (row) => shares[row];
    });
  const wanted = ranked.length > 0 ? weightAtRate(ranked[0], rate) : 0;
  return ranked.map((vector) => shareByScore(vector, wholeGroups(vector, wanted)));
}

/** How much weight is handed over at a rate; without weights the same for all scores of as many rows. */
export function weightAtRate(
  { order }: Pick<RankedScores, 'order'>,
  rate: number,
  weight?: ArrayLike<number>,
): number {
  let wanted = 0;
  for (let k = 0; k < order.length; k++) wanted += weight ? rate * weight[order[k]] : rate;
  return wanted;
}

/** What is handed over at a rate, in a byte a row: 0 not, 1 whole, 2 the part that is left for the last group. */
export interface DeferredFlags {
  readonly flags: Uint8Array;
  readonly part: number;
}

/** What `deferredAtRate` gives, in an eighth of the memory; `flags` is written over. */
export function deferFlags(
  flags: Uint8Array,
  { order, endsGroup }: RankedScores,
  wanted: number,
  weight?: ArrayLike<number>,
): DeferredFlags {
  flags.fill(0);
  let left = wanted;
  let rest = 0;
  for (let start = 0; start < order.length && left > 0; ) {
    let end = start;
    let group = 0;
    do group += weight ? weight[order[end]] : 1;
    while (endsGroup[end++] === 0);
    const part = group > 0 ? Math.min(1, left / group) : 0;
    if (part > 0 && part < 1) rest = part; // only of the last group: it leaves nothing
    const flag = part === 1 ? 1 : part > 0 ? 2 : 0;
    for (let k = start; k < end; k++) flags[order[k]] = flag;
    left -= group;
    start = end;
  }
  return { flags, part: rest };
}

/** By row: 1 where the score is at or below the threshold, else 0. */
export function deferredAtThreshold(scores: Scores, threshold: number): Float64Array {
  return Float64Array.from(scoresOf(scores), (score) => (score <= threshold ? 1 : 0));
}
