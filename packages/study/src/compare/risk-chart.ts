import {
  band,
  InputError,
  outcomesOf,
  type Replicates,
  storeThreshold,
  summarise,
  valueAt,
} from '@cede/core';
import { type BandKind, bandOf, CONFIDENCE, meanAt } from '../curves/bands.js';
import type { ScoreMetrics } from '../metrics/score-metrics.js';
import type { ComparisonPlan } from '../plan/plan.js';
import { bestValue, COVERAGES, REJECTED, riskAt, riskReplicates } from '../reject/risk.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { ConfidenceRival, Headline } from './comparison.js';
import { columnMarks, type DrawnChart } from './drawn.js';
import { bandMeaning } from './hand-over-chart.js';
import { deployedOn, type Measured, methodNamed } from './headline.js';
import { type HeadlineStops, headlineStops } from './headline-stops.js';
import { type MeasuredParts, type PartRates, realMethods } from './parts.js';
import { riskTarget } from './target.js';

/** The rates at which this chart needs its parts: those of the rows turned away. */
export const riskRates = ({ rate, rates }: ComparisonPlan): PartRates => ({
  chart: headlineStops(rate, REJECTED).rates,
  table: rates.filter((each) => each < 1),
});

/** Where there is nobody to ask: what is wrong among the answers, by the share of cases answered. */
export function riskChart(measured: Measured, bands: BandKind, parts: MeasuredParts): DrawnChart {
  const { plan, methods, test } = measured;
  const { table } = test;
  if (plan.rate >= 1)
    throw new InputError(
      'compare: a rate of 1 turns every case away, and no answer is left to judge.',
      'invalid-value',
      { path: 'rate', found: 1 },
    );
  const outcomes = outcomesOf(table, plan.expert);
  const best = bestValue(outcomes.target);
  const { chart: rejected, table: rates } = riskRates(plan);
  // The headline's interval is the one at its own coverage, not at the nearest of the grid.
  const stops = headlineStops(1 - plan.rate, COVERAGES);
  const real = realMethods(methods);
  const replicates = riskReplicates(parts.replicates, best, stops.rates);
  const lines = methods.map((method) => {
    // What is turned away and right is what is turned away and not wrong.
    const { avoided } = parts.counts.get(method.name)!;
    const line = {
      values: riskAlong(method, best, stops.rates, rejected),
      ...(real.includes(method) && riskBand(method, replicates, best, rejected, bands)),
      ...(avoided && {
        avoided: [...avoided].reverse(),
        caused: avoided.map((wrong, k) => rejected[k] * table.rows - wrong).reverse(),
      }),
    };
    return [method.name, stops.lineOf(line)] as const;
  });
  return {
    chart: {
      axis: 'answered',
      target: riskTarget(outcomes.target),
      rates: rates.map((rate) => 1 - rate),
      grid: COVERAGES,
      // Of few answers a resample tells too little for a band over all shares at once.
      band: bandMeaning(bands),
    },
    headline: riskHeadline(measured, replicates, best, stops),
    lines: new Map(lines),
    marks: columnMarks(measured, rates, bands, parts.marks),
    risks: new Map(
      methods.map((method) => {
        const { mean, std } = summarise(method.curves, rates);
        const risk = {
          mean: mean.map((value, k) => riskAt(best, value, 1 - rates[k])),
          std: std.map((value, k) => value / (1 - rates[k])),
          ...areasOf(method, best, parts.metrics.get(method.name)),
        };
        return [method.name, risk];
      }),
    ),
  };
}

/** The mean over seeds, from few answers to all. */
const riskAlong = (
  method: Pick<MethodScores, 'curves'>,
  best: number,
  coverages: readonly number[],
  rejected: readonly number[],
): number[] =>
  coverages.map((coverage, k) =>
    riskAt(best, meanAt(method, rejected[rejected.length - 1 - k]), coverage),
  );

/** Exact, the mean over seeds; for random, which has no scores, from the curve itself. */
function areasOf(
  { curves }: MethodScores,
  best: number,
  found: Pick<ScoreMetrics, 'aurc' | 'augrc'> | undefined,
): { aurc: number; augrc: number } {
  if (found) return { aurc: found.aurc, augrc: found.augrc };
  const steps = 1000;
  let [risk, wrong] = [0, 0];
  for (let k = 1; k <= steps; k++) {
    const value = meanAt({ curves }, 1 - k / steps);
    risk += riskAt(best, value, k / steps) / steps;
    // The trapezoid from 0: half of the last step belongs to nobody.
    wrong += (riskAt(best, value, 1) * (k === steps ? 0.5 : 1)) / steps;
  }
  return { aurc: risk, augrc: wrong };
}

function riskBand(
  { name, curves }: MethodScores,
  replicates: Replicates,
  best: number,
  rejected: readonly number[],
  bands: BandKind,
): { lower?: number[]; upper?: number[] } {
  if (bands === 'rows-and-seeds') {
    const { lower, upper } = bandOf(name, replicates);
    // A resample can't promise less than no error.
    return { lower: lower.map((risk) => Math.max(risk, 0)), upper };
  }
  if (curves.length === 1) return {};
  const { mean, std } = summarise(curves, rejected);
  const end = (sign: number) =>
    mean.map((value, k) => riskAt(best, value - sign * std[k], 1 - rejected[k])).reverse();
  return { lower: end(-1), upper: end(1) };
}

function riskHeadline(
  { plan, methods, test }: Measured,
  replicates: Replicates,
  best: number,
  { at, onGrid }: HeadlineStops,
): Headline {
  const method = methodNamed(methods, plan.chosen.name);
  const conf = methods.find(({ name }) => name === 'conf');
  const coverage = 1 - plan.rate;
  const gain = band(replicates, method.name, 'model', CONFIDENCE);
  const model = replicates.estimate.get('model')![0];
  const value = riskAt(best, meanAt(method, plan.rate), coverage);
  const fixed = deployedOn(test, plan.expert, method);
  return {
    method: method.name,
    rate: plan.rate,
    rateFrom: plan.rateFrom,
    at: coverage,
    model,
    expert: 0,
    value,
    gain: { estimate: value - model, lower: gain.lower[at], upper: gain.upper[at] },
    confidence: CONFIDENCE,
    gains: {
      estimate: onGrid(gain.estimate),
      lower: onGrid(gain.lower),
      upper: onGrid(gain.upper),
    },
    ...(conf &&
      method.name !== 'conf' && { overConfidence: rivalOf(replicates, method, conf, at, best) }),
    beaten: false,
    ...(fixed &&
      fixed.rate < 1 && {
        deployed: {
          calibrationRows: fixed.calibrationRows,
          threshold: storeThreshold(fixed.threshold),
          at: 1 - fixed.rate,
          value: riskAt(best, fixed.value, 1 - fixed.rate),
        },
      }),
  };
}

/** Confidence on the same resamples, and how much it may answer for the same risk. */
function rivalOf(
  replicates: Replicates,
  { name }: MethodScores,
  conf: MethodScores,
  at: number,
  best: number,
): ConfidenceRival {
  const { estimate, lower, upper } = band(replicates, name, 'conf', CONFIDENCE);
  const value = replicates.estimate.get(name)![at];
  const reached = COVERAGES.findLastIndex(
    (coverage) => riskAt(best, valueAt(conf.curves[0], 1 - coverage), coverage) <= value,
  );
  return {
    at: reached < 0 ? null : COVERAGES[reached],
    difference: { estimate: estimate[at], lower: lower[at], upper: upper[at] },
  };
}
