import {
  band,
  deployed,
  type GainRows,
  gainIntervalsAt,
  outcomesOf,
  parsePolicy,
  type Replicates,
  type SimultaneousBand,
  simultaneousBand,
  storeThreshold,
} from '@cede/core';
import { CONFIDENCE, isWidened, meanAt, resampleMethods } from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import type { Ends } from '../groups/policy-outcome.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { HashedTable } from '../table/hashed-table.js';
import type { Comparison, Headline } from './comparison.js';
import type { HeadlineStops } from './headline-stops.js';
import {
  beatenBySimpler,
  clearlyAhead,
  confidenceRival,
  differenceIntervals,
  notNarrower,
  othersThan,
  overRandom,
} from './rival.js';

/** What every part of a comparison is measured from. */
export interface Measured {
  readonly plan: ComparisonPlan;
  readonly methods: readonly MethodScores[];
  readonly test: HashedTable;
}

/** The claim: its numbers, the simpler rivals beside it, and the fixed threshold. */
export function headlineOf(
  { plan, methods, test }: Measured,
  replicates: Replicates,
  { at: k, onGrid }: HeadlineStops,
): Headline {
  const method = methodNamed(methods, plan.chosen.name);
  const random = methodNamed(methods, 'random').curves[0];
  const conf = methods.find(({ name }) => name === 'conf');
  const rows = gainRowsOf(test.table, plan.expert);
  const gain = headlineGain({ plan, methods, test }, rows, replicates, k);
  const between = differenceIntervals(rows, methods, replicates.rates);
  const value = meanAt(method, plan.rate);
  const fixed = deployedOn(test, plan.expert, method);
  const beside = {
    ...(conf &&
      method.name !== 'conf' && {
        overConfidence: confidenceRival(replicates, method.name, k, conf.curves[0], value, between),
      }),
    overRandom: notNarrower(overRandom(replicates, method.name, k), gain.overRandom),
  };
  const others = othersThan(
    method.name,
    methods.map(({ name }) => name),
  );
  const ahead = clearlyAhead(replicates, method.name, k, others, between);
  return {
    method: method.name,
    rate: plan.rate,
    rateFrom: plan.rateFrom,
    at: plan.rate,
    model: random.values[0],
    expert: random.values[1],
    value,
    gain: { estimate: value - random.values[0], ...gain.here },
    confidence: CONFIDENCE,
    gains: {
      estimate: onGrid(gain.along.estimate),
      lower: onGrid(gain.along.lower),
      upper: onGrid(gain.along.upper),
    },
    ...beside,
    ...(ahead && { ahead }),
    beaten: ahead !== undefined || beatenBySimpler(beside),
    ...(fixed && {
      deployed: {
        calibrationRows: fixed.calibrationRows,
        threshold: storeThreshold(fixed.threshold),
        at: fixed.rate,
        value: fixed.value,
      },
    }),
  };
}

/**
 * The gain over the model alone: at the headline's own rate, which was named before the test rows
 * were seen, and along all rates, where the interval holds at all of them at once because readers
 * pick the rate. Neither is narrower than the interval formula of every gain.
 */
function headlineGain(
  { plan, methods }: Measured,
  rows: GainRows,
  replicates: Replicates,
  at: number,
): { here: Ends; along: SimultaneousBand; overRandom: Ends } {
  const { name, scores } = methodNamed(methods, plan.chosen.name);
  const found = band(replicates, name, 'model', CONFIDENCE);
  const intervals = gainIntervalsAt(rows, scores, replicates.rates, 'model');
  return {
    here: notNarrower(
      { lower: found.lower[at], upper: found.upper[at] },
      intervals(at, CONFIDENCE),
    ),
    overRandom: gainIntervalsAt(rows, scores, replicates.rates, 'random')(at, CONFIDENCE),
    along: simultaneousBand(found, isWidened(rows) ? intervals : undefined),
  };
}

/** What the policy does on the test rows, its threshold as the calibration rows set it. */
export function deployedOn(
  { table }: HashedTable,
  expert: number,
  { deployed: made }: MethodScores,
) {
  if (!made) return undefined;
  const outcomes = outcomesOf(table, expert);
  const [threshold] = parsePolicy(made.policy).threshold.values;
  const found = deployed(made.scores, threshold, outcomes.model, outcomes.expert, table.weight);
  return { ...found, calibrationRows: made.calibrationRows };
}

export const methodNamed = (methods: readonly MethodScores[], name: string): MethodScores =>
  methods.find((method) => method.name === name)!;

/** The headline's method at another rate, exactly there: its mean over seeds and its gain. */
export function methodAt(measured: Measured, rate: number): NonNullable<Comparison['sideBySide']> {
  const { plan, methods, test } = measured;
  const method = methodNamed(methods, plan.chosen.name);
  const replicates = resampleMethods(plan, test.table, [method], [rate]);
  const value = meanAt(method, rate);
  const [model] = methodNamed(methods, 'random').curves[0].values;
  const rows = gainRowsOf(test.table, plan.expert);
  const { here } = headlineGain(measured, rows, replicates, 0);
  return { rate, value, gain: { estimate: value - model, ...here } };
}
