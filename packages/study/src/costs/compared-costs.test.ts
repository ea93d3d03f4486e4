import { deferralCurve, rankScores, stream, type Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import type { MethodScores } from '../scores/method-scores.js';
import { comparedCosts, costsByAnswers } from './compared-costs.js';

const ROWS = 2000;
const [MISS, FALSE_ALARM] = [400, 20];

/**
 * A screening test: the model's probabilities are true, and 1 to 30 %, so that its most probable class
 * is always "healthy". The expert finds nine of ten ill ones and costs 15 an answer.
 */
function screening(): { table: Table; methods: MethodScores[]; ill: Float64Array } {
  const random = stream(11, 'screening');
  const ill = Float64Array.from({ length: ROWS }, () => 0.01 + 0.29 * random.uniform());
  const label = Int32Array.from(ill, (p) => +(random.uniform() < p));
  const found = Int32Array.from(label, (is) => (is ? +(random.uniform() < 0.9) : 0));
  const table: Table = {
    rows: ROWS,
    classes: ['healthy', 'ill'],
    label,
    model: Float32Array.from({ length: 2 * ROWS }, (_, k) =>
      k % 2 ? ill[k >> 1] : 1 - ill[k >> 1],
    ),
    experts: [
      { name: 'nurse', kind: 'labels', labels: found, cost: new Float32Array(ROWS).fill(15) },
    ],
    costMatrix: Float64Array.of(0, FALSE_ALARM, MISS, 0),
    columns: [],
  };
  const right = Float32Array.from(label, (is) => +(is === 0));
  const other = Float32Array.from(label, (is, i) => +(is === found[i]));
  const scores = Float32Array.from(ill, (p) => -p);
  const scored = (name: string, vector: Float32Array) => ({
    name,
    scores: [rankScores(vector)],
    curves: [deferralCurve(vector, right, other)],
  });
  return {
    table,
    ill,
    methods: [scored('random', new Float32Array(ROWS)), scored('conf', scores)],
  };
}

describe('costs by answers', () => {
  const { table, methods, ill } = screening();
  const options = { seed: 0, chosen: 'conf', rate: 0.5, rates: [0.2, 0.5] };
  const costs = comparedCosts(methods, table, 0, options);
  const label = table.label!;
  const mean = (of: (i: number) => number) => label.reduce((sum, _, i) => sum + of(i), 0) / ROWS;

  it('show that a policy which "saves" costs more than answering by least cost and asking nobody', () => {
    const { report, leastCost, answers } = costs;
    expect(answers).toBe('least-cost');
    // Against answers that ignore costs, handing half over seems to save a lot.
    expect(report.saving.lower).toBeGreaterThan(10);
    expect(leastCost!.report.modelAlone).toBeLessThan(report.finding.cost);
    expect(leastCost!.report.saving.upper).toBeLessThan(0);
  });

  it('are those of a plain count over rows', () => {
    const argmax = mean((i) => (label[i] ? MISS : 0));
    const threshold = FALSE_ALARM / (MISS + FALSE_ALARM);
    const cheap = mean((i) =>
      ill[i] > threshold ? (label[i] ? 0 : FALSE_ALARM) : label[i] ? MISS : 0,
    );
    expect(costs.report.modelAlone).toBeCloseTo(argmax, 6);
    expect(costs.leastCost!.report.modelAlone).toBeCloseTo(cheap, 6);
    // The same expert either way: labels are answers already.
    expect(costs.leastCost!.report.expertAlways).toBeCloseTo(costs.report.expertAlways, 9);
    const { saving, finding, modelAlone } = costs.leastCost!.report;
    expect(saving.estimate).toBeCloseTo(modelAlone - finding.cost, 6);
    // What is right by least cost is less: false alarms count.
    const right = mean((i) => +(ill[i] > threshold === (label[i] === 1)));
    expect(costs.leastCost!.report.curve[0].value).toBeCloseTo(right, 6);
  });

  it('count as asked, with the other beside', () => {
    expect(costsByAnswers(costs).main).toBe(costs.leastCost);
    const asked = comparedCosts(methods, table, 0, { ...options, answers: 'argmax' });
    expect(costsByAnswers(asked).main.report).toEqual(costs.report);
    expect(costsByAnswers(asked).other!.report).toEqual(costs.leastCost!.report);
    const free = { ...table, costMatrix: undefined };
    const plain = comparedCosts(methods, free, 0, { ...options, errorCost: 5 });
    expect(plain).not.toHaveProperty('leastCost');
    expect(plain.answers).toBe('argmax');
  });
});
