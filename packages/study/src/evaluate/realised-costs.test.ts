import { fitPolicy, type Policy, type Table } from '@cede/core';
import { costsText, handingWords } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { pricedRows as table } from '../../test/priced-rows.js';
import { evaluate } from './evaluate.js';
import { realisedCosts } from './realised-costs.js';

const costMatrix = Float64Array.of(0, 7, 3, 0);
const handed = Float64Array.of(1, 0, 0, 1);
const drawing = { seed: 0, confidence: 0.95 };
const policy = fitPolicy(table, { method: 'conf', calibrationShare: 0, budget: 2 });

describe('what a policy cost', () => {
  it('answers by hand, and the budget they exceed', () => {
    const { answers, errors } = realisedCosts(policy, table, handed, drawing)!;
    // (3 + 1 + 1 + 5) / 4
    expect(answers).toMatchObject({
      mean: 2.5,
      modelAlone: 1,
      budget: { asked: 2, exceeded: true },
    });
    expect(answers!.interval.lower).toBeLessThan(2.5);
    expect(errors).toBeUndefined();
    const text = costsText({ answers: { ...answers!, interval: { lower: 2.1, upper: 3 } } });
    expect(text).toEqual([
      '  answers cost  2.5 (2.1 to 3), the model alone 1; the budget is 2',
      expect.stringMatching(/more than the budget, by more than chance/),
    ]);
    expect(costsText({ answers })[1]).toMatch(/by no more than chance explains/);
    const kept = realisedCosts(policy, table, new Float64Array(4), drawing)!;
    expect(kept.answers!.budget!.exceeded).toBe(false);
    expect(costsText(kept)).toHaveLength(1);
  });

  it('errors by the matrix for any policy; accuracy beside costs for one that learned them', () => {
    const priced = { ...table, costMatrix };
    const { errors, accuracy } = realisedCosts(policy, priced, handed, drawing)!;
    // Row 1 keeps the model's 7, row 3 takes the expert's 3.
    expect(errors).toMatchObject({ mean: 2.5, modelAlone: 3.5 });
    expect(errors!.interval.lower).toBeLessThan(errors!.interval.upper);
    expect(accuracy).toBeUndefined();
    const learned: Policy = { ...policy, method: 'drcpe-cost' };
    expect(realisedCosts(learned, priced, handed, drawing)!.accuracy).toMatchObject({
      mean: 0.5,
      modelAlone: 0.5,
    });
    const codes = (by: Policy, on: Table) =>
      evaluate(by, { table: on, name: 't', hash: 'h', issues: [] }).notes.map(({ code }) => code);
    const absent = 'cost-matrix-absent';
    expect(codes(learned, priced)).not.toContain(absent);
    expect(codes(learned, table)).toContain(absent);
    expect(codes(policy, table)).not.toContain(absent);
  });

  it('errors and answers together, beside the model alone and the expert always', () => {
    const { total } = realisedCosts(policy, { ...table, costMatrix }, handed, drawing)!;
    // Handed over: 0 + 3 and 3 + 5; kept: 7 + 1 and 0 + 1.
    expect(total).toMatchObject({ mean: 5, modelAlone: 4.5, expertAlways: 6.5, saving: -0.5 });
    expect(total!.savingInterval.lower).toBeLessThan(-0.5);
    const [inAll, sentence] = costsText({ total });
    expect(inAll).toMatch(/^ {2}in all {8}5 \(.*\), the model alone 4\.5, always the expert 6\.5$/);
    expect(sentence).toMatch(
      /^ {2}Errors and answers together, this policy costs 0\.5 per case more than the model alone \(.*\), though by no more than chance explains\.$/,
    );
    const sure = { ...total!, saving: 0.2, savingInterval: { lower: 0.1, upper: 0.3 } };
    expect(costsText({ total: sure })[1]).toBe(
      '  Errors and answers together, this policy saves 0.2 per case against the model alone (0.1 to 0.3).',
    );
    expect(costsText({ total: { ...sure, expertAlways: 4 } })[1]).toMatch(
      /\(0\.1 to 0\.3\)\. Always asking the expert would cost less than either\.$/,
    );
    const dear = { ...sure, saving: -0.2, savingInterval: { lower: -0.3, upper: -0.1 } };
    expect(costsText({ total: dear })[1]).toMatch(/0\.2 per case more .* \(0\.1 to 0\.3\)\.$/);
  });

  it('errors at one price each, and the losses of a table with what answers cost', () => {
    const priced = realisedCosts(policy, table, handed, { ...drawing, errorCost: 10 })!;
    expect(priced.errors).toMatchObject({ mean: 5, modelAlone: 5, expertAlways: 5 });
    expect(priced.total).toMatchObject({ mean: 7.5, modelAlone: 6 });
    const lost: Table = {
      ...table,
      modelLoss: Float32Array.of(1, 1, 0, 0),
      experts: [
        { ...table.experts[0], kind: 'losses', losses: Float32Array.of(0, 1, 0, 1) } as never,
      ],
    };
    const { errors, total } = realisedCosts(policy, lost, handed, drawing)!;
    expect(errors).toBeUndefined();
    expect(total).toMatchObject({ mean: 3, modelAlone: 1.5 });
    expect(() => realisedCosts(policy, lost, handed, { ...drawing, errorCost: 10 })).toThrow(
      'prices nothing here',
    );
  });

  it('wrong answers alone where nobody can be asked', () => {
    const rejecting: Policy = { ...policy, experts: ['reject'] };
    expect(realisedCosts(rejecting, table, handed, drawing)).toBeUndefined();
    const costs = realisedCosts(rejecting, table, handed, { ...drawing, errorCost: 10 })!;
    // The model has run on what is turned away too: its answer, 1, is paid for either way.
    expect(costs).toEqual({
      errors: expect.objectContaining({ mean: 2.5, modelAlone: 5 }),
      total: expect.objectContaining({ mean: 3.5, modelAlone: 6, saving: 2.5 }),
    });
    expect(costsText(costs, handingWords(true))[0]).toMatch(
      /^ {2}errors cost {3}2\.5 .*, answering everything 5$/,
    );
  });

  it('both ways to answer by a matrix, as they count and beside', () => {
    // Class 0 is missed at a cost of 100, so that an answer of 1 needs a probability above 100 / 101.
    const steep = { ...table, costMatrix: Float64Array.of(0, 100, 1, 0) };
    const by = (answers: 'argmax' | 'least-cost' = 'least-cost') =>
      realisedCosts(policy, steep, new Float64Array(4), { ...drawing, answers })!;
    const classes = table.classes.length;
    const costs = Array.from(table.label!, (truth, i): number => {
      const [p0, p1] = table.model!.slice(i * classes, (i + 1) * classes);
      const answer = 100 * p0 < p1 ? 1 : 0;
      return truth === answer ? 0 : truth === 0 ? 100 : 1;
    });
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    expect(by().leastCost!.errors!.modelAlone).toBeCloseTo(mean, 9);
    expect(by().errors!.modelAlone).not.toBeCloseTo(mean, 3);
    expect(by().answersBy).toBe('least-cost');
    expect(by('argmax')).toEqual({ ...by(), answersBy: 'argmax' });
    expect(costsText(by())[0]).toMatch(/^ {2}errors cost .*; answering by least expected cost$/);
    expect(costsText(by())[1]).toMatch(/answering with the most probable class: /);
    // With a line above that it stands beside.
    expect(costsText(by('argmax'))[0]).toMatch(/^ {2}errors cost .*; answering with the most/);
    expect(costsText(by('argmax'))[1]).toMatch(/answering by least expected cost: /);
  });

  it('nothing where nothing has a price', () => {
    const [expert] = table.experts;
    const free = { ...table, modelCost: undefined, experts: [{ ...expert, cost: undefined }] };
    expect(realisedCosts(policy, free, handed, drawing)).toBeUndefined();
  });
});
