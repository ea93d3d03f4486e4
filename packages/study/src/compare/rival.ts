import {
  type Band,
  band,
  type Curve,
  type GainRows,
  pairedInterval,
  type Replicates,
  rateReaching,
} from '@cede/core';
import { CONFIDENCE } from '../curves/bands.js';
import type { Ends } from '../groups/policy-outcome.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { AheadMethod, ConfidenceRival, Estimate, Headline } from './comparison.js';

/**
 * The interval of one curve at one rate minus another at another, by the formula of every gain. Two
 * methods that hand over nearly the same rows look equal in every resample; their difference is not
 * known to be exactly nothing for that.
 */
export type DifferenceInterval = (one: Place, other: Place, confidence: number) => Ends;

/** On the rows and scores of a comparison, at the rates of its replicates. */
export const differenceIntervals =
  (
    rows: GainRows,
    methods: readonly Pick<MethodScores, 'name' | 'scores'>[],
    rates: readonly number[],
  ): DifferenceInterval =>
  (one, other, confidence) => {
    const [a, b] = [one, other].map(([name, at]) => ({
      scores: methods.find((method) => method.name === name)!.scores,
      rate: rates[at],
    }));
    return pairedInterval(rows, a, b, confidence);
  };

/**
 * The model's own confidence beside the headline's method: how far it is behind at the same rate,
 * on the same resamples of rows and seeds, and at its own best rate where it never gets there.
 */
export function confidenceRival(
  replicates: Replicates,
  chosen: string,
  at: number,
  conf: Curve,
  value: number,
  interval?: DifferenceInterval,
): ConfidenceRival {
  const behind = (k: number) => {
    const [one, other] = [[chosen, at] as const, ['conf', k] as const];
    const found = difference(replicates, one, other);
    return interval ? notNarrower(found, interval(one, other, CONFIDENCE)) : found;
  };
  const values = replicates.estimate.get('conf')!;
  const rate = rateReaching(conf, value);
  const { rates } = replicates;
  const best = rates.reduce((top, _, k) => (values[k] > values[top] ? k : top), 0);
  return {
    at: rate,
    difference: behind(at),
    ...(rate === null && { best: { at: rates[best], difference: behind(best) } }),
  };
}

/** The headline's method minus handing over the same share at random. */
export const overRandom = (replicates: Replicates, chosen: string, at: number) =>
  difference(replicates, [chosen, at], ['random', at]);

/** Whether confidence is ahead for sure, or handing over at random is not behind for sure. */
export function beatenBySimpler({
  overConfidence,
  overRandom: over,
}: Pick<Headline, 'overConfidence' | 'overRandom'>): boolean {
  const behind = overConfidence !== undefined && overConfidence.difference.upper < 0;
  const above = over === undefined || over.lower > 0;
  return behind || !above;
}

/** Everyone who takes part beside the headline's method, but for what the headline speaks of itself. */
export const othersThan = (chosen: string, names: readonly string[]): string[] =>
  names.filter((name) => ![chosen, 'conf', 'random', 'oracle'].includes(name));

/**
 * The best of the other methods at the headline's rate, where it is ahead for sure. Whoever looks for
 * the best on the test rows must pay for looking: the intervals hold for all of them at once (max-t).
 */
export function clearlyAhead(
  replicates: Replicates,
  chosen: string,
  at: number,
  others: readonly string[],
  interval?: DifferenceInterval,
): AheadMethod | undefined {
  if (others.length === 0) return undefined;
  const found = paired(
    replicates,
    others.map((other) => [
      [other, at],
      [chosen, at],
    ]),
  );
  const endsOf = (k: number): Ends => {
    const ends = { lower: found.simultaneousLower[k], upper: found.simultaneousUpper[k] };
    return interval
      ? notNarrower(ends, interval([others[k], at], [chosen, at], found.confidenceEach))
      : ends;
  };
  const ends = new Map<number, Ends>();
  for (const k of others.keys()) if (found.simultaneousLower[k] > 1e-12) ends.set(k, endsOf(k));
  const ahead = [...ends.keys()].filter((k) => ends.get(k)!.lower > 1e-12);
  if (ahead.length === 0) return undefined;
  // What `auto` took may stand in the table under its own name, too.
  const best = ahead.reduce((a, b) => {
    const more = found.estimate[b] - found.estimate[a];
    return more > 0 || (more === 0 && others[b] === 'auto') ? b : a;
  });
  return {
    method: others[best],
    value: replicates.estimate.get(others[best])![at],
    difference: { estimate: found.estimate[best], ...ends.get(best)! },
    among: others.length,
  };
}

/** An interval, at least as wide as another of the same number. */
export const notNarrower = <Found extends Ends>(found: Found, other: Ends): Found => ({
  ...found,
  lower: Math.min(found.lower, other.lower),
  upper: Math.max(found.upper, other.upper),
});

/** One curve at one rate minus another at another, with a paired interval. */
function difference(replicates: Replicates, one: Place, other: Place): Estimate {
  const { estimate, lower, upper } = paired(replicates, [[one, other]]);
  // Two curves that meet differ by rounding at most, which must not look like a sure difference.
  const shown = (value: number) => (Math.abs(value) < 1e-12 ? 0 : value);
  return { estimate: shown(estimate[0]), lower: shown(lower[0]), upper: shown(upper[0]) };
}

/** A curve and a place among its rates. */
export type Place = readonly [name: string, at: number];

/** Differences on the same resamples, one after the other as if they were rates of one curve. */
function paired(
  { resamples, rates, estimate, draws, effectiveClusters }: Replicates,
  pairs: readonly (readonly [Place, Place])[],
): Band {
  const width = rates.length + 1;
  const minus = (of: ReadonlyMap<string, Float64Array>, row: number) => [
    ...pairs.map(
      ([[name, at], [other, k]]) =>
        of.get(name)![row * width + at] - of.get(other)![row * width + k],
    ),
    0, // an area that nobody asks for
  ];
  return band(
    {
      rates: pairs.map((_, k) => k),
      ...{ resamples, effectiveClusters },
      estimate: new Map([['both', Float64Array.from(minus(estimate, 0))]]),
      draws: new Map([
        [
          'both',
          Float64Array.from(Array.from({ length: resamples }, (_, b) => minus(draws, b)).flat()),
        ],
      ]),
    },
    'both',
    undefined,
    CONFIDENCE,
  );
}
