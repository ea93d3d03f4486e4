/**
 * Intervals from bootstrap replicates. Few clusters vary more than a bootstrap of them shows, and
 * their own spread is uncertain: factors are then those of Student's t. At one rate: estimate ± q·se with q the quantile of
 * |replicate − estimate| / se. Over all rates at once (max-t): the same with the quantile of the
 * largest such ratio in a replicate, so that the whole curve lies inside with the stated confidence.
 */
import { insist } from '../error.js';
import type { Replicates } from './bootstrap.js';
import type { Interval } from './interval.js';
import { normalAtMost } from './normal.js';
import { studentQuantile } from './student.js';

/** One number per rate in every list; fractions, as the values given. */
export interface Band {
  readonly rates: readonly number[];
  readonly confidence: number;
  readonly estimate: readonly number[];
  readonly standardError: readonly number[];
  /** For one rate that was named beforehand. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** For all rates at once: what may be read off the curve after looking at it. */
  readonly simultaneousLower: readonly number[];
  readonly simultaneousUpper: readonly number[];
  /** The max-t factor: how many standard errors the simultaneous band is wide on each side. */
  readonly critical: number;
  /** The confidence at each rate by itself with which all of them hold together. */
  readonly confidenceEach: number;
  /** Where areas were drawn; they always are for model, expert and random. */
  readonly area?: Interval;
}

/** The band of `name`, or of the paired difference `name` − `against`. */
export function band(
  replicates: Replicates,
  name: string,
  against?: string,
  confidence = 0.95,
): Band {
  const { rates, resamples, effectiveClusters } = replicates;
  const factor = fewClusters(effectiveClusters);
  const { estimate, draws } = difference(replicates, name, against);
  const width = rates.length + 1;
  const standardError = deviations(draws, resamples, width);
  const distances = new Float64Array(resamples);
  const largest = new Float64Array(resamples);
  const atOne = Array.from(standardError, (error, k) => {
    for (let b = 0; b < resamples; b++) {
      const distance = error > 0 ? Math.abs(draws[b * width + k] - estimate[k]) / error : 0;
      distances[b] = distance;
      if (k < rates.length && distance > largest[b]) largest[b] = distance;
    }
    return factor(quantile(distances, confidence));
  });
  const together = quantile(largest, confidence);
  const critical = factor(together);
  const end = (errors: (k: number) => number) =>
    rates.map((_, k) => estimate[k] + errors(k) * standardError[k]);
  const last = rates.length;
  return {
    rates,
    confidence,
    estimate: [...estimate.subarray(0, last)],
    standardError: [...standardError.subarray(0, last)],
    lower: end((k) => -atOne[k]),
    upper: end((k) => atOne[k]),
    simultaneousLower: end(() => -critical),
    simultaneousUpper: end(() => critical),
    critical,
    confidenceEach: Math.max(confidence, Math.min(2 * normalAtMost(together) - 1, 1 - 1e-12)),
    ...(!Number.isNaN(estimate[last]) && {
      area: {
        estimate: estimate[last],
        standardError: standardError[last],
        lower: estimate[last] - atOne[last] * standardError[last],
        upper: estimate[last] + atOne[last] * standardError[last],
      },
    }),
  };
}

/**
 * As many standard errors of G clusters as q of a normal quantity: the bootstrap's own error is too
 * small by √((G−1)/G), and no better known than by G − 1 degrees of freedom.
 */
function fewClusters(clusters: number | undefined): (q: number) => number {
  if (clusters === undefined) return (q) => q;
  if (clusters <= 1) return () => Number.POSITIVE_INFINITY;
  const scale = Math.sqrt(clusters / (clusters - 1));
  return (q) => scale * studentQuantile(Math.min(normalAtMost(q), 1 - 1e-12), clusters - 1);
}

/** Estimate and replicates of `name` − `against`; of `name` itself where there is no `against`. */
export function difference(
  replicates: Replicates,
  name: string,
  against?: string,
): { estimate: Float64Array; draws: Float64Array } {
  const [a, b] = [name, against].map((each) => {
    if (each === undefined) return undefined;
    const estimate = replicates.estimate.get(each);
    const draws = replicates.draws.get(each);
    insist(
      estimate !== undefined && draws !== undefined,
      () => `bootstrap: no method ${each} here; found ${[...replicates.draws.keys()].join(', ')}.`,
    );
    return { estimate, draws };
  });
  if (!b) return a!;
  return {
    estimate: a!.estimate.map((value, k) => value - b.estimate[k]),
    draws: a!.draws.map((value, k) => value - b.draws[k]),
  };
}

/** Standard deviation over the replicates, around their own mean, of each of `width` numbers. */
export function deviations(draws: Float64Array, resamples: number, width: number): Float64Array {
  const result = new Float64Array(width);
  for (let k = 0; k < width; k++) {
    let mean = 0;
    for (let b = 0; b < resamples; b++) mean += draws[b * width + k];
    mean /= resamples;
    let squares = 0;
    for (let b = 0; b < resamples; b++) {
      const residual = draws[b * width + k] - mean;
      squares += residual * residual;
    }
    const deviation = resamples > 1 ? Math.sqrt(squares / (resamples - 1)) : 0;
    // A number that never moves keeps only rounding noise, which must not enter the max-t ratio.
    result[k] = deviation > 1e-12 ? deviation : 0;
  }
  return result;
}

/** The ⌈p·(B+1)⌉-th smallest of B numbers: conservative, and exact for exchangeable draws. */
export function quantile(values: Float64Array, p: number): number {
  const place = Math.min(values.length, Math.ceil(p * (values.length + 1)));
  return nthSmallest(values.slice(), Math.max(place, 1) - 1);
}

/** Moves numbers about until the one at `at` is where sorting would put it: the others need no order. */
function nthSmallest(values: Float64Array, at: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1];
    let [i, j] = [from, to];
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const moved = values[i];
      values[i++] = values[j];
      values[j--] = moved;
    }
    if (at <= j) to = j;
    else if (at >= i) from = i;
    else break;
  }
  return values[at];
}
