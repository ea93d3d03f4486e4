/** The same table says the same of the model, whoever asks, where the expert answered only some rows. */
import { fitPolicy, modelRight, outcomesOf, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { summarise } from '../check/summary.js';
import { evaluate } from '../evaluate/evaluate.js';
import { answeredRows } from './answered.js';

/** Sure cases were asked about seldom, unsure ones often. */
function logged(seed: number, weight = false): Table {
  const whole = world({ expert: 'labels', seed: 9, weight });
  const random = stream(seed, 'who was asked');
  const expert = whole.experts[0];
  if (expert.kind !== 'labels') throw new Error('expected labels');
  const propensity = Float32Array.from({ length: whole.rows }, (_, i) =>
    Math.max(...whole.model!.subarray(3 * i, 3 * i + 3)) > 0.6 ? 0.3 : 0.8,
  );
  const labels = expert.labels.map((label, i) => (random.uniform() < propensity[i] ? label : -1));
  return { ...whole, experts: [{ ...expert, labels, propensity }] };
}

const mean = (values: ArrayLike<number>, weight?: ArrayLike<number>) => {
  let [sum, total] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    const w = weight ? weight[i] : 1;
    sum += w * values[i];
    total += w;
  }
  return sum / total;
};

describe('answers that are missing', () => {
  it.each([false, true])('leave the model as it is in every question (weights: %s)', (weight) => {
    const table = logged(1, weight);
    const truth = mean(modelRight(table), table.weight);
    const compared = answeredRows(table, 0);
    expect(compared.rows).toBeLessThan(table.rows);
    expect(mean(modelRight(compared), compared.weight)).toBeCloseTo(truth, 6);
    expect(summarise(table).experts[0].model).toBeCloseTo(truth, 6);
    const policy = fitPolicy(world({ expert: 'labels' }), { method: 'conf', rate: 0.4 });
    expect(evaluate(policy, table).outcome.model).toBeCloseTo(truth, 6);
  });

  it("estimate the expert's accuracy without bias", () => {
    const whole = world({ expert: 'labels', seed: 9 });
    const truth = mean(outcomesOf(whole, 0).expert);
    const found = Array.from({ length: 400 }, (_, seed) => {
      const compared = answeredRows(logged(seed), 0);
      return mean(outcomesOf(compared, 0).expert, compared.weight);
    });
    const centre = mean(found);
    const spread = Math.sqrt(mean(found.map((each) => (each - centre) ** 2)));
    expect(Math.abs(centre - truth)).toBeLessThan((3 * spread) / Math.sqrt(found.length));
  });
});
