import {
  band,
  deployed,
  groupThreshold,
  InputError,
  inputOf,
  isRejecting,
  lowerProportion,
  observedValues,
  type Policy,
  policyExpert,
  policyOutcomes,
  REJECT,
  scoreRows,
  settingAt,
  type Table,
  upperProportion,
} from '@cede/core';
import { finite } from '@cede/report/words';
import { rejection, riskInterval } from '@cede/study';
import { againstModel, weightedMean } from './against-model.js';
import { type Pricing, realisedCosts } from './costs.js';

export type Evaluation = ReturnType<typeof evaluatePolicy>;

/** Values are fractions; intervals are for this threshold, rows drawn again. */
export function evaluatePolicy(policy: Policy, table: Table, pricing: Pricing) {
  const { seed, confidence } = pricing;
  const { values, groups } = policy.threshold;
  const [threshold] = values;
  const rejecting = isRejecting(policy);
  const expert = policyExpert(policy, table);
  const { target, model, expert: answers } = policyOutcomes(policy, table);
  if (answers.every(Number.isNaN))
    throw new InputError(
      `expert ${table.experts[expert].name}: has no answer in any row. Give some rows an answer.`,
    );
  // Rows that were not asked count towards the rate; the others stand in for their gain.
  const known = rejecting ? answers : observedValues(table, expert, model, answers);
  const scores = scoreRows(policy.scorer, inputOf(table, policy.scorer.features));
  const thresholdOf = groupThreshold(groups, threshold);
  const margins = Float64Array.from(
    scores,
    (score, i) => score - thresholdOf(table.group?.names[table.group.index[i]]),
  );
  const realised = deployed(margins, 0, model, known, table.weight);
  const share = Float64Array.from(margins, (margin) => (margin <= 0 ? 1 : 0));
  const system = Float64Array.from(share, (handed, i) => (handed ? known[i] : model[i]));
  const replicates = againstModel(model, system, table, seed);
  const accuracy = band(replicates, 'expert', undefined, confidence);
  const gain = band(replicates, 'expert', 'model', confidence);
  const tail = (1 - confidence) / 2;
  const expected = settingAt(policy.calibration, threshold);
  const costs = realisedCosts(policy, table, share, pricing);
  const rateInterval =
    table.weight || table.cluster
      ? null
      : {
          lower: lowerProportion(realised.deferred, table.rows, tail),
          upper: upperProportion(realised.deferred, table.rows, tail),
        };
  return {
    rows: table.rows,
    expert: rejecting ? REJECT : table.experts[expert].name,
    target,
    threshold: finite(threshold),
    // `threshold` is then the common one, for rows of no such group; all of them where none is named.
    ...(groups && { groupThresholds: { ...groups, named: table.group !== undefined } }),
    confidence,
    rate: realised.rate,
    rateInterval,
    deferred: realised.deferred,
    rescued: realised.rescued,
    harmed: realised.harmed,
    value: realised.value,
    valueInterval: { lower: accuracy.lower[0], upper: accuracy.upper[0] },
    model: replicates.estimate.get('model')![0],
    expertAlone: weightedMean(known, table.weight),
    gain: gain.estimate[0],
    gainInterval: { lower: gain.lower[0], upper: gain.upper[0] },
    ...(costs && { costs }),
    expected: {
      rate: expected.rate,
      // Costs that were calibrated say nothing about accuracy, nor the other way round.
      value: policy.calibration.target === target ? expected.value : null,
      inSample: policy.calibration.inSample,
    },
    answered: answers.reduce((count, value) => count + +!Number.isNaN(value), 0),
    ...(rejecting && {
      rejection: {
        ...rejection(scores, model, target, share, table),
        riskInterval: riskInterval(share, model, table, target, { seed, confidence }),
      },
    }),
    drifted:
      rateInterval !== null &&
      !groups &&
      !policy.calibration.inSample &&
      differs(expected.rate, policy.calibration.rows, realised.rate, table.rows, confidence),
    /** For what is computed per group. */
    rowsOf: () => ({ share, model, expert: known }),
  };
}

/** Two shares that can't both be right: their exact intervals, each at half the error, don't meet. */
function differs(p: number, n: number, q: number, m: number, confidence: number): boolean {
  const tail = (1 - confidence) / 4;
  const [k, l] = [Math.round(p * n), Math.round(q * m)];
  return (
    upperProportion(k, Math.round(n), tail) < lowerProportion(l, m, tail) ||
    upperProportion(l, m, tail) < lowerProportion(k, Math.round(n), tail)
  );
}
