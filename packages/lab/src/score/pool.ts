import {
  band,
  type Curve,
  type Replicates,
  reviewsSaved,
  shareOfGap,
  simultaneousBand,
  stream,
  summarise,
  valueAt,
} from '@cede/core';
import {
  BAND_CONFIDENCE,
  type BandKind,
  bandHolds,
  bandOf,
  type ChartLine,
  type ChartStop,
  type ClassRow,
  type Comparison,
  clearlyAhead,
  confidenceRival,
  type DifferenceInterval,
  differenceIntervals,
  GRID,
  gainRowsOf,
  type Headline,
  headlineStops,
  type MethodScores,
  meanCurve,
  nearest,
  othersThan,
  overRandom,
  RESAMPLES,
  resampleMethods,
  seedBand,
} from '@cede/study';
import { markRows } from '../paper/marks.js';
import { type Scored, targetRows } from './score-preset.js';

/** Every method with the curves of all pairs of networks: what means and deviations are taken over. */
export function pooledMethods({ plan, pairs }: Scored): MethodScores[] {
  return plan.methods.map(({ name }) => ({
    name,
    scores: [],
    curves: pairs.flatMap(({ methods }) => curvesOf(methods, name)),
  }));
}

/**
 * One comparison of several pairs of networks, from that of each: means over pairs × scorers, bands
 * from the spread over both. The histogram is left out: scores of different networks have no common
 * scale.
 */
export function poolComparisons(
  comparisons: readonly Comparison[],
  scored: Scored,
  bands: BandKind = 'seeds',
): Comparison {
  const { plan } = scored;
  const replicates = poolReplicates(scored);
  const shaded: Shaded =
    bands === 'seeds'
      ? ({ curves }, rates) => seedBand({ curves }, rates)
      : ({ name }, rates, own) =>
          widest(bandAt(replicates, name, bandHolds(plan, name), rates), own);
  const pooled = pooledMethods(scored);
  const { histogram: _one, ...first } = comparisons[0];
  const areaOf = (name: string) => summarise(curvesOf(pooled, name), []).area;
  const random = summarise(curvesOf(pooled, 'random'), plan.rates);
  const marked = markRows(
    targetRows(scored, 'accuracy'),
    random.mean.map((share) => 100 * share),
  );
  const methods = first.methods.map((method, m) => {
    const { name } = method;
    const curves = curvesOf(pooled, name);
    const lines = comparisons.map((each) => each.methods[m].line);
    const { mean, std, area } = summarise(curves, plan.rates);
    return {
      ...method,
      mean,
      std,
      area,
      seeds: curves.length,
      metrics: {
        ...method.metrics,
        shareOfGap: shareOfGap(area, areaOf('random'), areaOf('oracle')),
      },
      line: withDifference(
        pooledLine(lines, { name, curves }, isBound(name) ? undefined : plan.rate, shaded),
        { name, lines, replicates, rate: plan.rate },
      ),
      marks: marked.get(name) ?? method.marks,
    };
  });
  return {
    ...first,
    chart: { ...first.chart, band: { ...first.chart.band, pairs: comparisons.length } },
    fit: { ...first.fit, hash: comparisons.map(({ fit }) => fit.hash).join(', ') },
    test: { ...first.test, hash: comparisons.map(({ test }) => test.hash).join(', ') },
    methods,
    headline: poolHeadlines(comparisons, scored, pooled, replicates),
    reviewsSaved: savedReviews(scored, pooled),
    perClass: first.perClass.map((_, c) =>
      meanOfEach(comparisons.map(({ perClass }) => perClass[c])),
    ),
  };
}

const isBound = (name: string) => name === 'random' || name === 'oracle';

/** The band of a method at some rates of the dial. */
type Shaded = (
  method: Pick<MethodScores, 'name' | 'curves'>,
  rates: readonly number[],
  /** The pairs' own bands there. */
  own: readonly Ends[],
) => Ends;

interface Ends {
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

/** No narrower than the pairs' own bands are on average: the pairs share their test images. */
function widest({ lower, upper }: Required<Ends>, own: readonly Ends[]): Ends {
  const low = meanOf(own.map((each) => each.lower!));
  const high = meanOf(own.map((each) => each.upper!));
  return {
    lower: lower.map((end, k) => Math.min(end, low[k])),
    upper: upper.map((end, k) => Math.max(end, high[k])),
  };
}

function bandAt(
  replicates: Replicates,
  name: string,
  holds: 'at each rate' | 'at all rates',
  rates: readonly number[],
): { lower: number[]; upper: number[] } {
  const { lower, upper } = bandOf(name, replicates, holds);
  const places = rates.map((rate) => nearest(replicates.rates, rate));
  return { lower: places.map((k) => lower[k]), upper: places.map((k) => upper[k]) };
}

/** The mean line of all pairs. One of a method, whose headline is at `rate`, has the band of the pool. */
function pooledLine(
  lines: readonly ChartLine[],
  method: Pick<MethodScores, 'name' | 'curves'>,
  rate: number | undefined,
  shaded: Shaded,
): ChartLine {
  const stop = lines[0].atHeadline && meanOfEach(lines.map((line) => line.atHeadline!));
  const line = {
    values: summarise(method.curves, GRID).mean,
    avoided: meanOf(lines.map(({ avoided }) => avoided!)),
    caused: meanOf(lines.map(({ caused }) => caused!)),
    ...(stop && { atHeadline: stop }),
  };
  if (rate === undefined) return line;
  const stops = lines.map(({ atHeadline }) => ({
    lower: [atHeadline?.lower ?? Number.POSITIVE_INFINITY],
    upper: [atHeadline?.upper ?? Number.NEGATIVE_INFINITY],
  }));
  const { lower, upper } = shaded(method, [rate], stops);
  return {
    ...line,
    ...shaded(method, GRID, lines),
    ...(stop && { atHeadline: { ...stop, lower: lower?.[0], upper: upper?.[0] } }),
  };
}

/** The line with its difference from confidence (or random) over all pairs, no narrower than theirs. */
function withDifference(
  line: ChartLine,
  {
    name,
    lines,
    replicates,
    rate,
  }: { name: string; lines: readonly ChartLine[]; replicates: Replicates; rate: number },
): ChartLine {
  const { over } = lines[0];
  if (!over) return line;
  const found = simultaneousBand(band(replicates, name, over.from, BAND_CONFIDENCE));
  const { at, onGrid } = headlineStops(rate);
  const low = meanOf(lines.map((each) => each.over!.lower));
  const high = meanOf(lines.map((each) => each.over!.upper));
  const stops = lines.flatMap(({ atHeadline }) => atHeadline?.over ?? []);
  return {
    ...line,
    over: {
      from: over.from,
      estimate: onGrid(found.estimate),
      lower: onGrid(found.lower).map((end, k) => Math.min(end, low[k])),
      upper: onGrid(found.upper).map((end, k) => Math.max(end, high[k])),
    },
    ...(line.atHeadline &&
      stops.length > 0 && {
        atHeadline: {
          ...line.atHeadline,
          over: {
            estimate: found.estimate[at],
            lower: Math.min(found.lower[at], average(stops.map(({ lower }) => lower))),
            upper: Math.max(found.upper[at], average(stops.map(({ upper }) => upper))),
          },
        },
      }),
  };
}

const curvesOf = (methods: readonly MethodScores[], name: string): readonly Curve[] =>
  methods.find((method) => method.name === name)!.curves;

function poolHeadlines(
  comparisons: readonly Comparison[],
  scored: Scored,
  pooled: readonly MethodScores[],
  replicates: Replicates,
): Headline {
  const { plan } = scored;
  const headlines = comparisons.map(({ headline }) => headline);
  const [first] = headlines;
  const mean = (of: (headline: Headline) => number) => average(headlines.map(of));
  const value = average(curvesOf(pooled, plan.chosen.name).map((c) => valueAt(c, plan.rate)));
  const gain = band(replicates, plan.chosen.name, 'model', BAND_CONFIDENCE);
  const { at, onGrid } = headlineStops(plan.rate);
  const others = othersThan(
    plan.chosen.name,
    plan.methods.map(({ name }) => name),
  );
  const deployed = headlines.flatMap((headline) => headline.deployed ?? []);
  // No narrower than the pairs' own intervals are on average: the pairs share their test images.
  const lowest = (end: number, of: (headline: Headline) => number) => Math.min(end, mean(of));
  const highest = (end: number, of: (headline: Headline) => number) => Math.max(end, mean(of));
  const between = meanDifferences(scored, replicates.rates);
  const along = simultaneousBand(gain);
  const random = overRandom(replicates, plan.chosen.name, at);
  return {
    ...first,
    model: mean(({ model }) => model),
    expert: mean(({ expert }) => expert),
    value,
    gain: {
      estimate: mean((headline) => headline.gain.estimate),
      lower: lowest(gain.lower[at], (headline) => headline.gain.lower),
      upper: highest(gain.upper[at], (headline) => headline.gain.upper),
    },
    gains: {
      estimate: onGrid(along.estimate),
      lower: onGrid(along.lower).map((end, k) => lowest(end, ({ gains }) => gains.lower[k])),
      upper: onGrid(along.upper).map((end, k) => highest(end, ({ gains }) => gains.upper[k])),
    },
    ...(first.overConfidence && {
      overConfidence: confidenceRival(
        replicates,
        plan.chosen.name,
        at,
        meanCurve({ curves: curvesOf(pooled, 'conf') }),
        value,
        between,
      ),
    }),
    overRandom: {
      ...random,
      lower: lowest(random.lower, (headline) => headline.overRandom!.lower),
      upper: highest(random.upper, (headline) => headline.overRandom!.upper),
    },
    ahead: clearlyAhead(replicates, plan.chosen.name, at, others, between),
    // No threshold: scores of different networks have no common scale.
    ...(first.deployed && {
      deployed: {
        calibrationRows: first.deployed.calibrationRows,
        at: average(deployed.map(({ at }) => at)),
        value: average(deployed.map((fixed) => fixed.value)),
      },
    }),
  };
}

/** The pairs' own intervals of a difference, on average. */
function meanDifferences({ plan, pairs }: Scored, rates: readonly number[]): DifferenceInterval {
  const each = pairs.map(({ test, methods }) =>
    differenceIntervals(gainRowsOf(test.table, plan.expert), methods, rates),
  );
  return (one, other, confidence) => {
    const found = each.map((of) => of(one, other, confidence));
    return {
      lower: average(found.map(({ lower }) => lower)),
      upper: average(found.map(({ upper }) => upper)),
    };
  };
}

/**
 * Every method along the grid, drawn again: the test images (the same in every pair, because each
 * pair's resamples come from the same seed), the scorers, and the pairs.
 */
export function poolReplicates({ plan, pairs }: Scored): Replicates {
  const names = plan.methods
    .map(({ name }) => name)
    .filter((name) => name !== 'random' && name !== 'oracle');
  const { rates } = headlineStops(plan.rate);
  const each = pairs.map(({ test, methods }) =>
    resampleMethods(
      plan,
      test.table,
      methods.filter(({ name }) => names.includes(name)),
      rates,
    ),
  );
  const random = stream(plan.seeds[0], 'bootstrap pairs of networks');
  const drawn = Array.from({ length: RESAMPLES }, () => pairs.map(() => random.below(each.length)));
  const width = rates.length + 1;
  const lines = ['model', 'random', ...names];
  return {
    ...each[0],
    rates,
    resamples: RESAMPLES,
    estimate: new Map(
      lines.map((name) => [
        name,
        Float64Array.from(meanOf(each.map(({ estimate }) => [...estimate.get(name)!]))),
      ]),
    ),
    draws: new Map(
      lines.map((name) => [
        name,
        Float64Array.from({ length: RESAMPLES * width }, (_, i) =>
          average(drawn[Math.floor(i / width)].map((pair) => each[pair].draws.get(name)![i])),
        ),
      ]),
    ),
  };
}

function savedReviews({ plan, pairs }: Scored, pooled: readonly MethodScores[]) {
  if (plan.chosen.name === 'conf' || !plan.methods.some(({ name }) => name === 'conf')) return [];
  const [method, conf] = [plan.chosen.name, 'conf'].map((name) =>
    meanCurve({ curves: curvesOf(pooled, name) }),
  );
  return reviewsSaved(method, conf, [0.05, 0.1, 0.2], pairs[0].test.table.rows);
}

/** One class (or one stop) over pairs: its rows are the same images, everything else is averaged where it is known. */
function meanOfEach<Row extends ClassRow | ChartStop>(rows: readonly Row[]): Row {
  const mean = (values: readonly unknown[]) => {
    const known = values.filter((value) => typeof value === 'number' && !Number.isNaN(value));
    return known.length > 0 ? average(known as number[]) : values[0];
  };
  return Object.fromEntries(
    Object.keys(rows[0]).map((key) => [key, mean(rows.map((row) => row[key as keyof Row]))]),
  ) as unknown as Row;
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const meanOf = (lists: readonly (readonly number[])[]): number[] =>
  lists[0].map((_, k) => average(lists.map((list) => list[k])));
