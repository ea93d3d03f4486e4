import { band, type Curve, type Replicates, rateReaching } from '@cede/core';
import type { Finding, Rival } from '@cede/report';
import { CONFIDENCE } from './along-grid.js';

/**
 * The model's own confidence beside the finding's method: how far it is behind at the same rate,
 * on the same resamples of rows and seeds, and at its own best rate where it never gets there.
 */
export function confidenceRival(
  replicates: Replicates,
  chosen: string,
  at: number,
  conf: Curve,
  value: number,
  scale: number,
): Rival {
  const behind = (k: number) => difference(replicates, [chosen, at], ['conf', k], scale);
  const values = replicates.estimate.get('conf')!;
  const rate = rateReaching(conf, value);
  const { rates } = replicates;
  const best = rates.reduce((top, _, k) => (values[k] > values[top] ? k : top), 0);
  return {
    method: 'conf',
    phrase: "thresholding the model's confidence",
    rate,
    difference: behind(at),
    ...(rate === null && { best: { rate: rates[best], difference: behind(best) } }),
  };
}

/** The finding's method minus handing over the same share at random. */
export const overRandom = (replicates: Replicates, chosen: string, at: number, scale: number) =>
  difference(replicates, [chosen, at], ['random', at], scale);

/** Whether confidence is ahead for sure, or handing over at random is not behind for sure. */
export function beatenBySimpler(
  { rival, overRandom: over }: Pick<Finding, 'rival' | 'overRandom'>,
  scale: number,
): boolean {
  const behind = rival && (scale > 0 ? rival.difference.upper < 0 : rival.difference.lower > 0);
  const above = over && (scale > 0 ? over.lower > 0 : over.upper < 0);
  return behind === true || above === false;
}

/** One curve at one rate minus another at another, with a paired interval. */
function difference(
  { resamples, rates, estimate, draws }: Replicates,
  [name, at]: readonly [string, number],
  [other, k]: readonly [string, number],
  scale: number,
): Rival['difference'] {
  const width = rates.length + 1;
  const minus = (of: ReadonlyMap<string, Float64Array>, row: number) =>
    of.get(name)![row * width + at] - of.get(other)![row * width + k];
  // Two numbers a resample: the difference, and an area that nobody asks for.
  const paired: Replicates = {
    rates: [rates[k]],
    resamples,
    estimate: new Map([['both', Float64Array.of(minus(estimate, 0), 0)]]),
    draws: new Map([
      [
        'both',
        Float64Array.from({ length: 2 * resamples }, (_, i) =>
          i % 2 === 0 ? minus(draws, i / 2) : 0,
        ),
      ],
    ]),
  };
  const found = band(paired, 'both', undefined, CONFIDENCE);
  const [lower, upper] =
    scale > 0 ? [found.lower[0], found.upper[0]] : [found.upper[0], found.lower[0]];
  // Two curves that meet differ by rounding at most, which must not look like a sure difference.
  const shown = (value: number) => (Math.abs(value) < 1e-12 ? 0 : scale * value);
  return { estimate: shown(found.estimate[0]), lower: shown(lower), upper: shown(upper) };
}
