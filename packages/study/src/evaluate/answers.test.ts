import { fitPolicy, modelRight, type Table } from '@cede/core';
import { evaluationText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { certify } from '../certify/certify.js';
import { countedRows } from '../certify/counted-rows.js';
import { evaluate } from './evaluate.js';

const matrix = Float64Array.of(0, 1, 9, 1, 0, 9, 9, 9, 0);
const [fit, test] = [world({ expert: 'labels' }), world({ expert: 'labels', seed: 5 })];
const priced = { ...fit, costMatrix: matrix } as Table;
const mean = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Answers of least expected cost, by enumeration. */
const cheapest = (table: Table) =>
  Int32Array.from({ length: table.rows }, (_, i) => {
    const costs = [0, 1, 2].map((k) =>
      [0, 1, 2].reduce((sum, j) => sum + table.model![3 * i + j] * matrix[3 * j + k], 0),
    );
    return costs.indexOf(Math.min(...costs));
  });

describe('a policy that remembers how it answers', () => {
  const policy = fitPolicy(priced, { method: 'linear', answers: 'least-cost', rate: 0.2 });
  const right = mean(modelRight({ ...test, modelAnswers: cheapest(test) }));

  it('is evaluated and certified on those answers, matrix or no matrix', () => {
    const { outcome, notes } = evaluate(policy, test);
    expect(outcome).toMatchObject({ answers: 'least-cost' });
    expect(outcome.model).toBeCloseTo(right, 9);
    expect(Math.abs(mean(modelRight(test)) - right)).toBeGreaterThan(0.005);
    expect(notes).toContainEqual({ code: 'answers', by: 'least-cost' });
    expect(evaluationText(evaluate(policy, test)).join('\n')).toContain(
      "The model's answer is the class of least expected cost",
    );
    expect(mean(countedRows(policy, test).rows.modelValue)).toBeCloseTo(right, 9);
    expect(certify(policy, test, { maxError: 0.9 }, { confidence: 0.9 }).feasible).toBe(true);
  });

  it('says that costs are not counted where nothing says what errors cost', () => {
    const unpriced = { code: 'errors-unpriced' };
    expect(evaluate(policy, test).notes).toContainEqual(unpriced);
    expect(evaluationText(evaluate(policy, test)).join('\n')).toContain(
      'Those answers go by what errors cost, and right and wrong is all that is counted here.',
    );
    const told = [
      evaluate(policy, { ...test, costMatrix: matrix } as Table),
      evaluate(policy, test, { errorCost: 3 }),
      evaluate(policy, test, { answers: 'argmax' }),
    ];
    for (const { notes } of told) expect(notes).not.toContainEqual(unpriced);
  });

  it('can be asked about the most probable class, and not about what it was not fitted for', () => {
    expect(evaluate(policy, test, { answers: 'argmax' }).outcome.model).toBeCloseTo(
      mean(modelRight(test)),
      9,
    );
    expect(() => evaluate(policy, test, { answers: 'calibrated' })).toThrow(
      'keeps no calibration of the probabilities',
    );
  });

  it('says of joined answers that they are of both', () => {
    const joined = fitPolicy(fit, { method: 'linear', combine: true, rate: 0.2 });
    const found = evaluate(joined, test);
    expect(found.outcome.joined).toBe(true);
    expect(evaluationText(found).join('\n')).toMatch(/ {2}asking always \d/);
    expect(evaluationText(found).join('\n')).toContain('What the expert answers is joined');
  });

  it('has errors priced as it answers, matrix or no matrix, joined or not', () => {
    const wrong = (share: number) => 3 * (1 - share);
    const byPrice = evaluate(policy, test, { errorCost: 3 }).outcome;
    expect(byPrice.costs!.answersBy).toBe('least-cost');
    expect(byPrice.costs!.leastCost!.errors!.modelAlone).toBeCloseTo(wrong(right), 9);
    expect(byPrice.costs!.leastCost!.errors!.mean).toBeCloseTo(wrong(byPrice.value), 9);
    expect(byPrice.costs!.errors!.modelAlone).toBeCloseTo(wrong(mean(modelRight(test))), 9);
    // Rows priced otherwise than those it was fitted on: it answers as it did.
    const other = Float64Array.of(0, 2, 2, 2, 0, 2, 2, 2, 0);
    const { costs, model } = evaluate(policy, { ...test, costMatrix: other } as Table).outcome;
    expect(costs!.leastCost!.errors!.modelAlone).toBeCloseTo(2 * (1 - model), 9);
    const joined = fitPolicy(fit, { method: 'linear', combine: true, rate: 0.2 });
    const both = evaluate(joined, test, { errorCost: 3 }).outcome;
    expect(both.costs!.errors!.mean).toBeCloseTo(wrong(both.value), 9);
    expect(both.costs!.errors!.expertAlways).toBeCloseTo(wrong(both.expertAlone), 9);
    const own = evaluate(fitPolicy(fit, { method: 'linear', rate: 0.2 }), test).outcome;
    expect(Math.abs(own.expertAlone - both.expertAlone)).toBeGreaterThan(0.005);
  });
});
