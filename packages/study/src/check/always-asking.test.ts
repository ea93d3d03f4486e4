import type { Table } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { alwaysAsking } from './always-asking.js';
import { summarise } from './summary.js';

/** 40 rows: the expert is right 3 more times than the model, and wrong 2 times where it is right. */
const model = Float32Array.from({ length: 40 }, (_, i) => (i < 30 ? 1 : 0));
const expert = Float32Array.from({ length: 40 }, (_, i) => (i >= 2 && i < 35 ? 1 : 0));

describe('always asking the expert', () => {
  it('has the paired interval of STATISTICS.md, computed here from counts', () => {
    const { gain } = alwaysAsking({ modelValue: model, expertValue: expert }, 'accuracy');
    expect(gain.estimate).toBeCloseTo(3 / 40, 12);
    // Two pretended rows, +1 and −1; leave-one-out residuals of 5 rescues, 2 harms, 33 zeros.
    const all = 42;
    const centre = 3 / all;
    const residual = (value: number) => (value - centre) / (1 - 1 / all);
    const spread = 5 * residual(1) ** 2 + 2 * residual(-1) ** 2 + 33 * residual(0) ** 2;
    const pair = (1 - centre) ** 2 + (1 + centre) ** 2;
    const error = Math.sqrt((39 / 40) * spread + pair) / all;
    // Student's 97.5 % quantile with 39 degrees of freedom, from a printed table.
    expect(gain.lower).toBeCloseTo(centre - 2.0227 * error, 4);
    expect(gain.upper).toBeCloseTo(centre + 2.0227 * error, 4);
    expect(gain.lower).toBeLessThan(0);
  });

  it('counts prices: errors and answers, and in the unit of the costs', () => {
    const kept = Float64Array.from(model, (right) => 10 * (1 - right));
    const handed = Float64Array.from(expert, (right) => 10 * (1 - right) + 1);
    const { gain, saving } = alwaysAsking({ modelValue: model, expertValue: expert }, 'accuracy', {
      kept,
      handed,
      largest: 11,
      errorsPriced: true,
    });
    expect(saving!.estimate).toBeCloseTo(10 * gain.estimate - 1, 12);
    expect(saving!.lower).toBeLessThan(saving!.estimate);
    expect(saving!.upper).toBeGreaterThan(saving!.estimate);
  });

  it('gives the price itself where every answer costs the same, and an interval where not', () => {
    const costs = (handed: Float64Array) => ({
      ...{ kept: new Float64Array(40), handed, largest: 4, errorsPriced: false },
    });
    const saved = (handed: Float64Array) =>
      alwaysAsking({ modelValue: model, expertValue: expert }, 'accuracy', costs(handed)).saving!;
    expect(saved(new Float64Array(40).fill(3))).toMatchObject({
      ...{ estimate: -3, lower: -3, upper: -3 },
    });
    const dearer = saved(new Float64Array(40).fill(3).fill(4, 39));
    expect(dearer.lower).toBeLessThan(dearer.estimate);
    expect(dearer.upper).toBeGreaterThan(dearer.estimate);
  });

  it('takes rows of one cluster together, and only rows that were answered', () => {
    const table: Table = {
      rows: 40,
      classes: [],
      modelCorrect: model,
      experts: [{ name: 'nurse', kind: 'correct', correct: expert }],
      columns: [],
    };
    const width = (given: Table) => {
      const { lower, upper } = summarise(given).experts[0].alwaysAsking.gain;
      return upper - lower;
    };
    const index = Int32Array.from({ length: 40 }, (_, i) => Math.floor(i / 5));
    const names = Array.from({ length: 8 }, (_, k) => `c${k}`);
    expect(width({ ...table, cluster: { names, index } })).toBeGreaterThan(1.3 * width(table));
    const part = expert.map((right, i) => (i % 2 ? Number.NaN : right));
    const halved = { ...table, experts: [{ ...table.experts[0], correct: part }] } as Table;
    expect(width(halved)).toBeGreaterThan(1.2 * width(table));
    expect(summarise(halved).experts[0].alwaysAsking.saving).toBeUndefined();
  });

  it('prices answers by least expected cost where a matrix is given', () => {
    const rows = 40;
    const ill = Float32Array.from({ length: rows }, (_, i) => (i % 4 === 0 ? 0.3 : 0.01));
    const table: Table = {
      rows,
      classes: ['healthy', 'ill'],
      label: Int32Array.from({ length: rows }, (_, i) => +(i % 4 === 0)),
      model: Float32Array.from({ length: 2 * rows }, (_, k) =>
        k % 2 ? ill[k >> 1] : 1 - ill[k >> 1],
      ),
      experts: [{ name: 'nurse', kind: 'labels', labels: new Int32Array(rows) }],
      costMatrix: Float64Array.of(0, 20, 400, 0),
      columns: [],
    };
    const by = (answers?: 'argmax' | 'least-cost') => summarise(table, { answers }).experts[0];
    // The model calls the ill ones at 30 %; with the most probable class it misses them all.
    expect(by().errorCosts).toEqual({ model: 100, expert: 100 });
    expect(by().leastCost).toEqual({ model: 0, expert: 100 });
    expect(by().alwaysAsking.saving!.estimate).toBeCloseTo(-100, 9);
    expect(by('argmax').alwaysAsking.saving!.estimate).toBeCloseTo(0, 9);
  });
});
