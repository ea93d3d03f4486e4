import {
  band,
  deployed,
  outcomesOf,
  parsePolicy,
  type Replicates,
  storeThreshold,
} from '@cede/core';
import { CONFIDENCE, meanAt } from '../curves/bands.js';
import type { ComparisonPlan } from '../plan/plan.js';
import type { MethodScores } from '../scores/method-scores.js';
import type { HashedTable } from '../table/hashed-table.js';
import type { Headline } from './comparison.js';
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
  const gain = band(replicates, method.name, 'model', CONFIDENCE);
  const value = meanAt(method, plan.rate);
  const fixed = deployedOn(test, plan.expert, method);
  const beside = {
    ...(conf &&
      method.name !== 'conf' && {
        overConfidence: confidenceRival(replicates, method.name, k, conf.curves[0], value),
      }),
    overRandom: overRandom(replicates, method.name, k),
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
    gain: { estimate: value - random.values[0], lower: gain.lower[k], upper: gain.upper[k] },
    confidence: CONFIDENCE,
    gains: {
      estimate: onGrid(gain.estimate),
      lower: onGrid(gain.lower),
      upper: onGrid(gain.upper),
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
