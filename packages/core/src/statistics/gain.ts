/**
 * The gain that counts: accuracy minus the better of the model alone and the random line at the
 * same rate. Both comparisons share one max-t factor over all rates, so the smaller of the two
 * lower ends, and the smaller of the two upper ends, hold at all rates at once.
 */
import { deviations, difference, quantile } from './band.js';
import type { Replicates } from './bootstrap.js';

/** A gain at one rate, with its interval. */
export interface Gain {
  readonly rate: number;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** Which of the two it is measured against here. */
  readonly against: 'model' | 'random';
}

/** Where no replicate moves there is nothing to take a quantile of: the rule of three. */
const NO_SPREAD_FACTOR = 3;

/** `units` is how many rows (or clusters) were drawn. */
export function gains(
  replicates: Replicates,
  name: string,
  units: number,
  confidence: number,
): { gains: Gain[]; critical: number } {
  const { rates, resamples } = replicates;
  const width = rates.length + 1;
  const sides = (['model', 'random'] as const).map((against) => {
    const { estimate, draws } = difference(replicates, name, against);
    const plain = deviations(draws, resamples, width);
    // One row more or less is always possible: a handful of disagreements, or none in a small
    // table, must not look like certainty.
    const error = plain.map((deviation) => Math.sqrt(deviation * deviation + 1 / (units * units)));
    return { against, estimate, draws, plain, error };
  });
  const largest = new Float64Array(resamples);
  for (const { estimate, draws, plain } of sides) {
    for (let b = 0; b < resamples; b++) {
      for (let k = 0; k < rates.length; k++) {
        if (plain[k] === 0) continue;
        const distance = Math.abs(draws[b * width + k] - estimate[k]) / plain[k];
        if (distance > largest[b]) largest[b] = distance;
      }
    }
  }
  const critical = quantile(largest, confidence) || NO_SPREAD_FACTOR;
  const found = rates.map((rate, k): Gain => {
    const ends = sides.map(({ against, estimate, error }) => ({
      against,
      estimate: estimate[k],
      lower: estimate[k] - critical * error[k],
      upper: estimate[k] + critical * error[k],
    }));
    const [model, random] = ends;
    return {
      rate,
      estimate: Math.min(model.estimate, random.estimate),
      lower: Math.min(model.lower, random.lower),
      upper: Math.min(model.upper, random.upper),
      against: model.estimate <= random.estimate ? 'model' : 'random',
    };
  });
  return { gains: found, critical };
}
