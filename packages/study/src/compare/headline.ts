import {
  band,
  deployed,
  gainIntervalsAt,
  outcomesOf,
  parsePolicy,
  type Replicates,
  type SimultaneousBand,
  simultaneousBand,
  storeThreshold,
} from '@cede/core';
import { CONFIDENCE, meanAt, resampleMethods } from '../curves/bands.js';
import type { Ends } from '../groups/policy-outcome.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { HashedTable } from '../table/hashed-table.js';
import type { Comparison, Headline } from './comparison.js';
import type { HeadlineStops } from './headline-stops.js';
import { beatenBySimpler, clearlyAhead, confidenceRival, othersThan, overRandom } from './rival.js';

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
  const gain = headlineGain({ plan, methods, test }, replicates, k);
  const value = meanAt(method, plan.rate);
  const fixed = deployedOn(test, plan.expert, method);
  const beside = {
    ...(conf &&
      method.name !== 'conf' && {
        overConfidence: confidenceRival(replicates, method.name, k, conf.curves[0], value),
      }),
    overRandom: notNarrower(overRandom(replicates, method.name, k), gain.overRandom),
  };
  const others = othersThan(
    method.name,
    methods.map(({ name }) => name),
  );
  const ahead = clearlyAhead(replicates, method.name, k, others);
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

/** An interval, at least as wide as another of the same number. */
const notNarrower = <Found extends Ends>(found: Found, other: Ends): Found => ({
  ...found,
  lower: Math.min(found.lower, other.lower),
  upper: Math.max(found.upper, other.upper),
});

/** With more rows a bootstrap sees enough disagreements at any rate. */
const MOST_WIDENED = 20_000;

/**
 * The gain over the model alone: at the headline's own rate, which was named before the test rows
 * were seen, and along all rates, where the interval holds at all of them at once because readers
 * pick the rate. Neither is narrower than the interval formula of every gain.
 */
function headlineGain(
  { plan, methods, test: { table } }: Measured,
  replicates: Replicates,
  at: number,
): { here: Ends; along: SimultaneousBand; overRandom: Ends } {
  const { name, scores } = methodNamed(methods, plan.chosen.name);
  const { target, model, expert } = outcomesOf(table, plan.expert);
  const found = band(replicates, name, 'model', CONFIDENCE);
  let range = 0;
  for (let i = 0; i < model.length; i++) range = Math.max(range, Math.abs(expert[i] - model[i]));
  const rows = {
    ...{ modelValue: model, expertValue: expert, weight: table.weight },
    clusters: table.cluster?.index,
    // Losses have no bound of their own: the pretended rows are as large as the largest difference.
    range: target === 'accuracy' || range === 0 ? 1 : range,
  };
  const intervals = gainIntervalsAt(rows, scores, replicates.rates, 'model');
  return {
    here: notNarrower(
      { lower: found.lower[at], upper: found.upper[at] },
      intervals(at, CONFIDENCE),
    ),
    overRandom: gainIntervalsAt(rows, scores, replicates.rates, 'random')(at, CONFIDENCE),
    along: simultaneousBand(found, table.rows <= MOST_WIDENED ? intervals : undefined),
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
  const { here } = headlineGain(measured, replicates, 0);
  return { rate, value, gain: { estimate: value - model, ...here } };
}
