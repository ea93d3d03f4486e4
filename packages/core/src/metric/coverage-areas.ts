import type { Scores } from '../curve/ranked-scores.js';
import { augrcOf } from './augrc.js';
import { aurcOf } from './aurc.js';
import { acceptedRows, rankedFor } from './risk-coverage.js';

/**
 * AURC and AUGRC in one walk that keeps nothing: the bits of `aurcOf` and `augrcOf`, without two
 * numbers a row in memory, which with a million rows take longer to get than to compute.
 */
export function coverageAreas(
  scores: Scores,
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
): { aurc: number; augrc: number } {
  if (weight) {
    const accepted = acceptedRows(scores, losses, weight);
    return { aurc: aurcOf(accepted), augrc: augrcOf(accepted) };
  }
  const { order, endsGroup } = rankedFor(losses, scores);
  const n = order.length;
  let aurc = 0;
  let augrc = 0;
  let before = 0;
  for (let last = n; last > 0; ) {
    // Equal scores are accepted in random order: inside their group the expected sum runs linearly.
    let first = last - 1;
    let group = losses[order[first]];
    if (first > 0 && endsGroup[first - 1] === 0) {
      while (first > 0 && endsGroup[first - 1] === 0) first--;
      group = 0;
      for (let k = first; k < last; k++) group += losses[order[k]];
    }
    const size = last - first;
    let sum = before;
    for (let k = 1; k <= size; k++) {
      const previous = sum;
      sum = size === 1 ? before + group : before + (group * k) / size;
      aurc += sum / (n - last + k) / n;
      augrc += (sum + previous) / 2 / n / n;
    }
    before = sum;
    last = first;
  }
  return { aurc, augrc };
}
