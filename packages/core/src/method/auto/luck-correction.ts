/**
 * What the choice is really worth. The winner's own area is flattered: it won partly by luck on
 * these rows. So units are drawn with replacement, the rule chooses again on the draw, and its
 * choice is measured on the units that were not drawn. The same draws say how far the best
 * candidate may lie above the one taken: the price of a wrong choice.
 */
import { stream } from '../../random/stream.js';
import { quantile } from '../../statistics/band.js';
import { areasOf, type Evidence, pairedError, rule } from './choice-rule.js';

export interface Correction {
  readonly overRandom: number;
  readonly overBaseline: number;
  readonly costIfWrong: number;
}

export const CONFIDENCE = 0.95;
const DRAWS = 200;

/** The baseline is the simplest candidate: index 0. */
export function correct(
  evidence: Evidence,
  chosen: number,
  tolerance: number,
  seed: number,
): Correction {
  const { sums, weights } = evidence;
  const units = weights.length;
  const all = sums.map((_, c) => c);
  const areas = areasOf(evidence);
  const errors = all.map((c) => pairedError(evidence, c, chosen));
  const random = stream(seed, 'auto correction');
  const times = new Uint32Array(units);
  const largest = new Float64Array(DRAWS);
  let overRandom = 0;
  let overBaseline = 0;
  let measured = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    times.fill(0);
    for (let u = 0; u < units; u++) times[random.below(units)]++;
    const drawn = areasOf(evidence, times);
    for (const c of all) {
      const moved = drawn[c] - drawn[chosen] - (areas[c] - areas[chosen]);
      if (errors[c] > 0) largest[draw] = Math.max(largest[draw], moved / errors[c]);
    }
    const again = rule(evidence, all, tolerance, times).chosen;
    const left = times.map((count) => +(count === 0));
    if (!left.some((isLeft, u) => isLeft === 1 && weights[u] > 0)) continue;
    const outside = areasOf(evidence, left);
    overRandom += outside[again];
    overBaseline += outside[again] - outside[0];
    measured++;
  }
  const critical = quantile(largest, CONFIDENCE);
  return {
    overRandom: overRandom / measured,
    overBaseline: overBaseline / measured,
    costIfWrong: all.reduce(
      (most, c) => Math.max(most, areas[c] - areas[chosen] + critical * errors[c]),
      0,
    ),
  };
}
