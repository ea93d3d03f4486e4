import { type Expert, fitPolicy, modelRight, stream, type Table } from '@cede/core';
import { evaluationText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { evaluate } from './evaluate.js';

type Labels = Extract<Expert, { kind: 'labels' }>;

/** Sure cases were asked about seldom, unsure ones often; the probabilities are known. */
function logged(weight: boolean): Table {
  const whole = world({ expert: 'labels', seed: 9, weight });
  const random = stream(3, 'who was asked');
  const sure = (i: number) => Math.max(...whole.model!.subarray(3 * i, 3 * i + 3)) > 0.6;
  const propensity = Float32Array.from({ length: whole.rows }, (_, i) => (sure(i) ? 0.2 : 0.7));
  const expert = whole.experts[0] as Labels;
  const labels = expert.labels.map((label, i) => (random.uniform() < propensity[i] ? label : -1));
  const cost = new Float32Array(whole.rows).fill(0.3);
  return {
    ...whole,
    group: { names: ['a', 'b'], index: Int32Array.from({ length: whole.rows }, (_, i) => i % 2) },
    cluster: { names: [], index: Int32Array.from({ length: whole.rows }, (_, i) => i >> 2) },
    costMatrix: Float64Array.of(0, 1, 9, 1, 0, 9, 9, 9, 0),
    experts: [{ ...expert, labels, propensity, cost }],
  } as Table;
}

describe('a policy on rows of which the expert answered some', () => {
  const policy = fitPolicy(world({ expert: 'labels' }), { method: 'conf', rate: 0.4 });

  it.each([false, true])(
    'system = model + gain, in money and in every group (weights: %s)',
    (weight) => {
      const table = logged(weight);
      const { outcome, groups } = evaluate(policy, table);
      expect(outcome.answered).toBeLessThan(table.rows);
      for (const { model, value, gain } of [outcome, ...groups!.groups])
        expect(model + gain).toBeCloseTo(value, 9);
      const { total, errors, answers } = outcome.costs!;
      for (const of of ['mean', 'modelAlone', 'expertAlways'] as const)
        expect(errors![of] + answers![of]).toBeCloseTo(total![of], 9);
      expect(total!.modelAlone - total!.saving).toBeCloseTo(total!.mean, 9);
      // The model's answers are all known, so nothing about it is estimated.
      if (!weight) {
        const right = modelRight(table);
        expect(outcome.model).toBeCloseTo(
          right.reduce((sum, each) => sum + each, 0) / table.rows,
          9,
        );
      }
    },
  );

  it('says whether propensities or nothing is known of who was asked', () => {
    const known = logged(false);
    const [expert] = known.experts;
    const unknown: Table = { ...known, experts: [{ ...expert, propensity: undefined }] };
    const text = (table: Table) => evaluationText(evaluate(policy, table)).join('\n');
    expect(text(known)).toContain('stand in for them, by propensity');
    expect(text(unknown)).toContain('stand in for them, each alike. If some were likelier');
  });

  it("can't tell of a group in which nobody answered what is handed over, and tells of the others", () => {
    const known = logged(false);
    const expert = known.experts[0] as Labels;
    const silent = known.group!.index.map((_, i) => +(i % 2 === 0 && i % 3 === 0));
    const group = {
      names: ['asked', 'never asked'],
      index: Int32Array.from({ length: known.rows }, (_, i) => silent[i]),
    };
    const labels = expert.labels.map((label, i) => (silent[i] ? -1 : label));
    const table: Table = { ...known, group, experts: [{ ...expert, labels }] };
    const found = evaluate(policy, table);
    expect(found.groups!.groups.map(({ name }) => name)).toEqual(['asked']);
    const [untold] = found.groups!.untold!;
    expect(untold).toMatchObject({
      ...{ name: 'never asked', rows: silent.reduce((sum, each) => sum + each, 0) },
      rate: expect.closeTo(0.537, 3),
      rateInterval: null,
    });
    const text = evaluationText(found).join('\n');
    expect(text).toMatch(/never asked.* – +– {2}can't tell: nobody answered what was handed over/);
    expect(text).not.toContain('NaN');
  });

  it('leaves out a group that weighs nothing', () => {
    const known = logged(true);
    const weight = known.weight!.map((w, i) => (known.group!.index[i] ? w : 0));
    const found = evaluate(policy, { ...known, weight });
    expect(found.groups!.groups.map(({ name }) => name)).toEqual(['b']);
  });

  it('handing everything over is the expert alone', () => {
    const always = fitPolicy(world({ expert: 'labels' }), { method: 'conf', rate: 1 });
    const { outcome } = evaluate(always, logged(true));
    expect(outcome.rate).toBe(1);
    expect(outcome.value).toBeCloseTo(outcome.expertAlone, 9);
  });

  it('counts errors that were seen, and says of how many cases', () => {
    const { outcome, ...rest } = evaluate(policy, logged(false));
    expect(Number.isInteger(outcome.rescued) && Number.isInteger(outcome.harmed)).toBe(true);
    expect(outcome.rescued + outcome.harmed).toBeLessThanOrEqual(outcome.answeredHandedOver);
    expect(outcome.answeredHandedOver).toBeLessThan(outcome.deferred);
    expect(evaluationText({ outcome, ...rest }).join('\n')).toContain(
      `of the ${outcome.answeredHandedOver} cases handed over and answered, ${outcome.rescued} error`,
    );
  });
});
