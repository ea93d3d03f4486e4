import {
  band,
  type GainRows,
  gainIntervalsAt,
  outcomesOf,
  pairedInterval,
  type Replicates,
  type Scores,
  simultaneousBand,
} from '@cede/core';
import {
  type BandKind,
  bandOf,
  CONFIDENCE,
  GRID,
  isWidened,
  meanAt,
  seedBand,
  valueIntervals,
} from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { OverLine } from './comparison.js';
import { columnMarks, type DrawnChart } from './drawn.js';
import { headlineOf, type Measured } from './headline.js';
import { headlineStops } from './headline-stops.js';
import { type MeasuredParts, type PartRates, realMethods } from './parts.js';
import { targetOf } from './target.js';

/** The rates at which this chart needs its parts. */
export const handOverRates = ({ rate, rates }: ComparisonPlan): PartRates => ({
  chart: headlineStops(rate).rates,
  table: rates,
});

/** What is right (or lost) by the share of cases handed over, with bands on the same resamples. */
export function handOverChart(
  measured: Measured,
  bands: BandKind,
  { replicates, counts, marks }: MeasuredParts,
): DrawnChart {
  const { plan, methods, test } = measured;
  // The headline's interval is the one at its own rate, not at the nearest of the grid.
  const stops = headlineStops(plan.rate);
  const { rates } = stops;
  const real = realMethods(methods);
  const rows = gainRowsOf(test.table, plan.expert);
  const { target } = outcomesOf(test.table, plan.expert);
  const conf = methods.find(({ name }) => name === 'conf');
  const from = conf ? 'conf' : 'random';
  const lines = methods.map((method) => {
    const ownBand = () =>
      bands === 'seeds'
        ? seedBand(method, rates)
        : bandOf(
            method.name,
            replicates,
            bandHolds(plan, method.name),
            valueIntervals(rows, method.scores, rates, target),
          );
    const line = {
      values: rates.map((rate) => meanAt(method, rate)),
      ...(real.includes(method) && ownBand()),
      ...counts.get(method.name),
      ...(real.includes(method) && method.name !== from
        ? { over: overLine(replicates, method, rows, conf?.scores) }
        : {}),
    };
    return [method.name, stops.lineOf(line)] as const;
  });
  return {
    chart: {
      axis: 'handed-over',
      target: targetOf(target),
      rates: plan.rates,
      grid: GRID,
      band: bandMeaning(bands, plan),
    },
    headline: headlineOf(measured, replicates, stops),
    lines: new Map(lines),
    marks: columnMarks(measured, plan.rates, bands, marks),
  };
}

/**
 * A method minus what needs no learning, paired on the same rows, for all rates at once; never narrower
 * than the interval formula of every gain.
 */
function overLine(
  replicates: Replicates,
  { name, scores }: Measured['methods'][number],
  rows: GainRows,
  conf: readonly Scores[] | undefined,
): OverLine {
  const from = conf ? 'conf' : 'random';
  const { rates } = replicates;
  const found = band(replicates, name, from, CONFIDENCE);
  const overConf = (k: number, sure: number) =>
    pairedInterval(rows, { scores, rate: rates[k] }, { scores: conf!, rate: rates[k] }, sure);
  const at = conf ? overConf : gainIntervalsAt(rows, scores, rates, 'random');
  const { estimate, lower, upper } = simultaneousBand(found, isWidened(rows) ? at : undefined);
  return { from, estimate: [...estimate], lower: [...lower], upper: [...upper] };
}

/** The curve that the headline is about is the one that people read rates off. */
export const bandHolds = ({ chosen }: Pick<ComparisonPlan, 'chosen'>, method: string) =>
  method === chosen.name ? 'at all rates' : 'at each rate';

/** What bands say; `plan` where the headline's method has one for all rates at once. */
export const bandMeaning = (
  bands: BandKind,
  plan?: Pick<ComparisonPlan, 'chosen'>,
): DrawnChart['chart']['band'] =>
  bands === 'seeds'
    ? { kind: 'seeds' }
    : {
        kind: 'rows-and-seeds',
        confidence: CONFIDENCE,
        simultaneous: false,
        ...(plan && { simultaneousFor: plan.chosen.name }),
      };
