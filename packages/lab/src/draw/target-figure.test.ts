import type { Table } from '@cede/core';
import { expect, it } from 'vitest';
import { exampleData } from '../../../report/test/example.js';
import type { Scored } from '../score/score-preset.js';
import { drawTarget, targetFigure } from './target-figure.js';

const MODEL = [...[0.6, 0.3, 0.1], ...[0.2, 0.5, 0.3], ...[0.1, 0.2, 0.7], ...[0.5, 0.1, 0.4]];
const EXPERT = [...[0.1, 0.2, 0.7], ...[0.3, 0.6, 0.1], ...[0.1, 0.5, 0.4], ...[0.2, 0.7, 0.1]];
const LABEL = [2, 0, 0, 1];
const table = {
  rows: 4,
  classes: ['a', 'b', 'c'],
  label: Int32Array.from(LABEL),
  model: Float32Array.from(MODEL),
  experts: [{ name: 'expert', kind: 'probabilities', probabilities: Float32Array.from(EXPERT) }],
  columns: [],
} as unknown as Table;

/** Whether the label is among the two largest of a row. */
const holds = (probabilities: readonly number[], row: number) => {
  const own = probabilities.slice(3 * row, 3 * row + 3);
  return own.filter((p) => p > own[LABEL[row]]).length < 2 ? 1 : 0;
};

it('follows the top two, handing over the lowest scores first', () => {
  const [method] = exampleData({ rows: 400, stops: 11 }).methods;
  const scores = Float32Array.from([0.3, 0.1, 0.4, 0.2]);
  const methods = [method.name, 'random', 'oracle'].map((name) => ({ name, scores: [scores] }));
  const scored = { pairs: [{ seed: 1, test: { table }, methods }] } as unknown as Scored;
  const report = {
    ...exampleData({ rows: 400, stops: 11 }),
    methods: [method],
    grid: [0, 0.25, 0.5, 0.75, 1],
  };
  const figure = targetFigure(report, scored, 'top2');
  const order = [1, 3, 0, 2];
  const expected = report.grid.map((_, handed) =>
    [0, 1, 2, 3]
      .map((row) => holds(order.indexOf(row) < handed ? EXPERT : MODEL, row))
      .reduce((sum: number, right) => sum + 25 * right, 0),
  );
  expect(new Set(expected).size).toBeGreaterThan(2);
  expect(figure.methods[0].values).toEqual(expected);
  expect(figure.random.values).toEqual(
    report.grid.map((rate) => (1 - rate) * expected[0] + rate * expected[4]),
  );
  expect(drawTarget(figure)).toContain('Top-2 accuracy on the test table');
});
