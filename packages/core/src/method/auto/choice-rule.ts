/**
 * The rule: take the highest area; among candidates that lie within one paired standard error *and*
 * within a fiftieth of a point of it, take the simplest. The first says they can't be told apart, the
 * second that it would hardly matter. Then take the mix of all candidates, unless it lies two
 * paired standard errors behind (half of one, if the simplest of all was taken): the best of many is
 * partly luck, a mix is not.
 *
 * Being within an error of the best is easier for a noisy candidate than for a steady one. So a
 * candidate may fall outside while another, more complex *and* lower, stays inside. Taking that one
 * would give area away and buy no simplicity for it: whoever has a simpler candidate at or above
 * its own area is passed over.
 */

/** Every candidate's contributions, added up by unit (a row, or a cluster). The simplest comes first. */
export interface Evidence {
  readonly names: readonly string[];
  /** One list a candidate: the unit's weighted sum of contributions. */
  readonly sums: readonly Float64Array[];
  /** The weight of each unit's scored rows. */
  readonly weights: Float64Array;
  /** A mix of the others: it can't win by luck as the best of many can, so it needs less of a lead. */
  readonly mix?: number;
}

/** In points of accuracy; for losses, of their typical difference (see `differenceUnit`). */
export const TOLERANCE = 0.0002;

/**
 * What keeps the mix from being taken, in paired standard errors: so far must the simplest of all lie
 * ahead of it, or another. The best of many is partly lucky, so it needs more.
 */
const SIMPLEST_LEAD = 0.5;
const BEST_LEAD = 2;

export interface Ruling {
  /** Indices into the evidence. */
  readonly chosen: number;
  readonly best: number;
}

/** `times`: how often each unit counts (a bootstrap draw); once if left out. */
export function rule(
  evidence: Evidence,
  among: readonly number[],
  tolerance: number,
  times?: ArrayLike<number>,
): Ruling {
  const areas = areasOf(evidence, times);
  const simplestFirst = [...among].sort((a, b) => a - b);
  const best = simplestFirst.reduce((a, b) => (areas[b] > areas[a] ? b : a));
  let highest = Number.NEGATIVE_INFINITY;
  const chosen = simplestFirst.find((candidate) => {
    if (areas[candidate] <= highest) return false;
    highest = areas[candidate];
    const behind = areas[best] - areas[candidate];
    return behind <= tolerance && behind <= pairedError(evidence, best, candidate, times);
  })!; // at the latest the best itself: nothing simpler reaches its area
  const { mix } = evidence;
  if (mix === undefined || !among.includes(mix)) return { chosen, best };
  const behind = areas[chosen] - areas[mix];
  const lead = chosen === simplestFirst[0] ? SIMPLEST_LEAD : BEST_LEAD;
  const most = lead * pairedError(evidence, chosen, mix, times);
  return { chosen: behind <= most ? mix : chosen, best };
}

/** Each candidate's area above the random line. */
export function areasOf({ sums, weights }: Evidence, times?: ArrayLike<number>): number[] {
  let total = 0;
  for (let u = 0; u < weights.length; u++) total += (times ? times[u] : 1) * weights[u];
  return sums.map((sum) => {
    let area = 0;
    for (let u = 0; u < sum.length; u++) area += (times ? times[u] : 1) * sum[u];
    return total > 0 ? area / total : 0;
  });
}

/** The standard error of the difference of two areas, from the differences unit by unit. */
export function pairedError(
  { sums, weights }: Evidence,
  a: number,
  b: number,
  times?: ArrayLike<number>,
): number {
  let total = 0;
  let difference = 0;
  for (let u = 0; u < weights.length; u++) {
    const t = times ? times[u] : 1;
    total += t * weights[u];
    difference += t * (sums[a][u] - sums[b][u]);
  }
  if (!(total > 0)) return 0;
  const mean = difference / total;
  let squares = 0;
  for (let u = 0; u < weights.length; u++) {
    const residual = sums[a][u] - sums[b][u] - mean * weights[u];
    squares += (times ? times[u] : 1) * residual * residual;
  }
  return Math.sqrt(squares) / total;
}
