import { band, deployed, outcomesOf, parsePolicy, type Replicates } from '@cede/core';
import type { Finding } from '@cede/report';
import { CONFIDENCE, meanAt } from './along-grid.js';
import type { FindingStops } from './finding-stops.js';
import type { ReportInput } from './report-input.js';
import { beatenBySimpler, clearlyAhead, confidenceRival, othersThan, overRandom } from './rival.js';

/** The claim a report opens with: its numbers, the simpler rivals beside it, and the fixed threshold. */
export function findingOf(
  input: ReportInput,
  replicates: Replicates,
  scale: number,
  { at: k, onGrid }: FindingStops,
): Finding {
  const { plan, methods, test } = input;
  const method = methods.find(({ name }) => name === plan.chosen.name)!;
  const random = methods.find(({ name }) => name === 'random')!.curves[0];
  const conf = methods.find(({ name }) => name === 'conf');
  const gain = band(replicates, method.name, 'model', CONFIDENCE);
  const [low, high] = scale > 0 ? [gain.lower, gain.upper] : [gain.upper, gain.lower];
  const scaled = (values: readonly number[]) => onGrid(values).map((v) => scale * v);
  const value = meanAt(method, plan.rate);
  const outcomes = outcomesOf(test.table, plan.expert);
  const policy = method.deployed && parsePolicy(method.deployed.policy);
  const fixed =
    policy &&
    deployed(
      method.deployed!.scores,
      policy.threshold.values[0],
      outcomes.model,
      outcomes.expert,
      test.table.weight,
    );
  const beside = {
    ...(conf &&
      method.name !== 'conf' && {
        rival: confidenceRival(replicates, method.name, k, conf.curves[0], value, scale),
      }),
    overRandom: overRandom(replicates, method.name, k, scale),
  };
  const others = othersThan(
    method.name,
    methods.map(({ name }) => name),
  );
  const ahead = clearlyAhead(replicates, method.name, k, others, scale);
  return {
    method: method.name,
    chosen: input.chosenHow,
    rate: plan.rate,
    rateFrom: plan.rateFrom,
    modelValue: scale * random.values[0],
    expertValue: scale * random.values[1],
    value: scale * value,
    gain: scale * (value - random.values[0]),
    lower: scale * low[k],
    upper: scale * high[k],
    confidence: CONFIDENCE,
    gains: { estimate: scaled(gain.estimate), lower: scaled(low), upper: scaled(high) },
    ...beside,
    ...(ahead && { ahead }),
    ...(input.advice && (ahead || beatenBySimpler(beside, scale)) && { advice: input.advice }),
    ...(fixed && {
      deployed: {
        calibrationRows: method.deployed!.calibrationRows,
        threshold: fixed.threshold,
        rate: fixed.rate,
        value: scale * fixed.value,
      },
    }),
  };
}
