import { outcomesOf, type Table } from '@cede/core';
import { checkText } from '@cede/report/words';
import { describe, expect, it } from 'vitest';
import { world } from '../../../cli/test/worlds.js';
import { summarise } from './summary.js';

/** The same from plain loops over the rows that the expert answered. */
function counted(table: Table, weigh = (i: number) => table.weight?.[i] ?? 1) {
  const { model, expert } = outcomesOf(table, 0);
  const rows = [...model.keys()].filter((i) => !Number.isNaN(expert[i]));
  const weight = weigh;
  const total = rows.reduce((sum, i) => sum + weight(i), 0);
  const mean = (value: (i: number) => number) =>
    rows.reduce((sum, i) => sum + weight(i) * value(i), 0) / total;
  return {
    answered: rows.length,
    model: mean((i) => model[i]),
    expert: mean((i) => expert[i]),
    rescues: mean((i) => +(expert[i] === 1 && model[i] === 0)),
    harms: mean((i) => +(expert[i] === 0 && model[i] === 1)),
    oracle: mean((i) => +(expert[i] === 1 || model[i] === 1)),
    /** Accuracy when the least confident are handed over; no ties, no weights. */
    conf: (rate: number) => {
      const surest = (i: number) => Math.max(...[0, 1, 2].map((c) => table.model![3 * i + c]));
      const order = [...rows].sort((a, b) => surest(a) - surest(b));
      const handed = new Set(order.slice(0, Math.round(rate * rows.length)));
      return mean((i) => (handed.has(i) ? expert[i] : model[i]));
    },
  };
}

describe('summarise', () => {
  it('says what a table says without training', () => {
    const table = world({ expert: 'labels' });
    const { rows, classes, experts } = summarise(table);
    const [found] = experts;
    const expected = counted(table);
    expect([rows, classes]).toEqual([400, ['0', '1', '2']]);
    expect(found).toMatchObject({ name: 'expert', kind: 'labels', target: 'accuracy' });
    for (const key of ['answered', 'model', 'expert', 'rescues', 'harms', 'oracle'] as const)
      expect(found[key], key).toBeCloseTo(expected[key], 9);
    expect(found.oracleRate).toBeCloseTo(expected.rescues, 9);
    expect(found.curves.map(({ rate }) => rate)).toEqual([0.05, 0.1, 0.2, 0.5]);
    for (const { rate, random, conf, oracle } of found.curves) {
      expect(random).toBeCloseTo(expected.model + rate * (expected.expert - expected.model), 9);
      expect(conf!).toBeCloseTo(expected.conf(rate), 9);
      // Hindsight hands over the rescues first, then cases that change nothing, then the harms.
      const spoilt = Math.max(0, rate - (1 - expected.harms));
      expect(oracle).toBeCloseTo(expected.model + Math.min(rate, expected.rescues) - spoilt, 9);
    }
    expect(found.areas.random).toBeCloseTo((expected.model + expected.expert) / 2, 9);
    expect(found.areas.oracle).toBeGreaterThan(found.areas.conf!);
  });

  it('says what errors cost by a matrix, of whoever gives answers', () => {
    const table: Table = {
      ...world({ expert: 'labels' }),
      costMatrix: Float64Array.of(0, 4, 4, 4, 0, 4, 4, 4, 0),
    };
    const summary = summarise(table);
    const { model, expert } = counted(table);
    expect(summary.experts[0].errorCosts!.model).toBeCloseTo(4 * (1 - model), 9);
    expect(summary.experts[0].errorCosts!.expert).toBeCloseTo(4 * (1 - expert), 9);
    expect(checkText({ name: 't.csv', summary, issues: [] })).toMatch(
      /\n {2}errors {8}cost per case the model's [\d.]+, the expert's [\d.]+\n/,
    );
    const correct = Float32Array.from({ length: 400 }, () => 1);
    const bare: Table = { ...table, experts: [{ name: 'e', kind: 'correct', correct }] };
    expect(summarise(bare).experts[0].errorCosts).toBeUndefined();
    const { costMatrix: _, ...unpriced } = table;
    expect(checkText({ name: 't.csv', summary: summarise(unpriced), issues: [] })).not.toContain(
      'cost per case',
    );
  });

  it('weighs rows, and leaves out those the expert did not answer', () => {
    const whole = world({ expert: 'labels', weight: true });
    const [expert] = whole.experts;
    if (expert.kind !== 'labels') throw new Error('labels expected');
    const labels = expert.labels.map((label, i) => (i % 3 === 0 ? -1 : label));
    const table: Table = { ...whole, experts: [{ ...expert, labels }] };
    const [found] = summarise(table).experts;
    const expected = counted(table);
    expect(expected.answered).toBe(266);
    for (const key of ['answered', 'model', 'expert', 'rescues', 'harms', 'oracle'] as const)
      expect(found[key], key).toBeCloseTo(expected[key], 6);
    expect(Math.abs(found.model - counted({ ...table, weight: undefined }).model)).toBeGreaterThan(
      1e-4,
    );
    expect(found.byPropensity).toBeUndefined();
  });

  it('weighs answers by how likely each was to be asked for, where the table says', () => {
    const whole = world({ expert: 'labels', weight: true });
    const [expert] = whole.experts;
    if (expert.kind !== 'labels') throw new Error('labels expected');
    const { model } = outcomesOf(whole, 0);
    // Every second row that the model has wrong was asked about, and every fourth of the others.
    const propensity = model.map((right) => (right ? 0.25 : 0.5));
    const labels = expert.labels.map((label, i) => (i % (1 / propensity[i]) === 0 ? label : -1));
    const table: Table = { ...whole, experts: [{ ...expert, labels, propensity }] };
    const [found] = summarise(table).experts;
    // Scaled so that those the model had right weigh what all such rows weigh, and so those it had wrong.
    const weightOf = (part: number, of: (i: number) => number) =>
      model.reduce((sum, right, i) => sum + (right === part ? of(i) : 0), 0);
    const asked = (i: number) => (labels[i] < 0 ? 0 : whole.weight![i] / propensity[i]);
    const scale = [0, 1].map(
      (part) => weightOf(part, (i) => whole.weight![i]) / weightOf(part, asked),
    );
    const expected = counted(table, (i) => asked(i) * scale[model[i]]);
    expect(found.byPropensity).toBe(true);
    for (const key of ['answered', 'model', 'expert', 'rescues', 'harms', 'oracle'] as const)
      expect(found[key], key).toBeCloseTo(expected[key], 6);
    // About all rows, not about those that were asked about: of the model everything is known.
    expect(found.model).toBeCloseTo(counted(whole, (i) => whole.weight![i]).model, 6);
    expect(counted(whole).model - counted(table).model).toBeGreaterThan(0.05);
    const text = checkText({ name: 't.csv', summary: summarise(table), issues: [] });
    expect(text).toContain(
      `Answered ${found.answered} of 400 rows. The figures below are about those, weighted by how likely each was to be asked.`,
    );
  });
});
