import type { Table } from '@cede/core';
import { summarise } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { checkText } from './check.js';

/** Six cases that can be counted by hand; the expert was not asked about the last. */
const table: Table = {
  rows: 6,
  classes: [],
  modelCorrect: Float32Array.of(1, 0, 0, 1, 0, 1),
  modelCost: Float32Array.of(1, 1, 1, 1, 1, 100),
  experts: [
    {
      name: 'expert',
      kind: 'correct',
      correct: Float32Array.of(1, 1, 0, 0, 1, Number.NaN),
      cost: Float32Array.of(2, 4, 6, 8, 10, 100),
    },
  ],
  columns: [],
  group: { names: ['north', 'south', 'empty'], index: Int32Array.of(0, 0, 0, 1, 1, 1) },
};

describe('check', () => {
  const [expert] = summarise(table).experts;

  it('says what answers cost and who is right in every group, over the answered rows', () => {
    expect(expert.costs).toEqual({ model: 1, expert: 6 });
    expect(expert.groups).toEqual([
      { name: 'north', rows: 3, share: 0.6, model: 1 / 3, expert: 2 / 3 },
      { name: 'south', rows: 2, share: 0.4, model: 0.5, expert: 0.5 },
    ]);
    const text = checkText({ name: 't.csv', summary: summarise(table), issues: [] }, 'region');
    expect(text).toContain("costs on average the model's 1, the expert's 6");
    expect(text).toContain('\n  2 groups of fewer than 30 rows are left out.\n');
    expect(text).not.toContain('north');
    // One without rows is not there at all.
    expect(text).not.toContain('Nobody answered in');
    const group = { ...table.group!, index: Int32Array.of(0, 0, 0, 1, 1, 2) };
    const unasked = summarise({ ...table, group });
    expect(unasked.experts[0].groupsUnanswered).toEqual(['empty']);
    expect(checkText({ name: 't.csv', summary: unasked, issues: [] }, 'region')).toContain(
      '\n  Nobody answered in empty.\n',
    );
    expect(text).toContain(
      'Answered 5 of 6 rows. The figures below are about those alone; if some were',
    );
    const all = summarise({
      ...table,
      experts: [{ ...table.experts[0], correct: table.modelCorrect! } as never],
    });
    expect(checkText({ name: 't.csv', summary: all, issues: [] })).not.toContain('Answered');
  });

  it('shows groups large enough, their names whole and no decimals too many', () => {
    const summary = summarise(table);
    const [first, second] = expert.groups!;
    const groups = [
      { ...first, name: 'high_school_us_history', rows: 105 },
      { ...second, rows: 2_000 },
      { ...second, name: 'tiny', rows: 29 },
    ];
    const text = checkText(
      { name: 't.csv', summary: { ...summary, experts: [{ ...expert, groups }] }, issues: [] },
      'region',
    );
    expect(text).toMatch(/\n {2}region +rows +share +model +expert\n/);
    expect(text).toMatch(/\n {2}high_school_us_history +105 +60\.0 % +33 % +67 %\n/);
    expect(text).toMatch(/\n {2}south +2,000 +40\.0 % +50\.0 % +50\.0 %\n/);
    expect(text).toContain('\n  1 group of fewer than 30 rows is left out.\n');
  });

  it('gives tiny costs for a thousand cases', () => {
    const costs = { model: 0.00003819, expert: 0.0005699 };
    const summary = summarise(table);
    const text = checkText({
      name: 't.csv',
      summary: { ...summary, experts: [{ ...expert, costs }] },
      issues: [],
    });
    expect(text).toContain(
      "costs on average the model's 0.03819, the expert's 0.5699 per 1,000 cases",
    );
  });

  it('counts rows by their weight', () => {
    const weight = Float32Array.of(2, 1, 1, 1, 0, 1);
    const [weighed] = summarise({ ...table, weight }).experts;
    expect(weighed.costs).toEqual({ model: 1, expert: 22 / 5 });
    expect(weighed.groups![0]).toEqual({
      name: 'north',
      rows: 3,
      share: 0.8,
      model: 0.5,
      expert: 0.75,
    });
  });

  it('has a column for confidence only where there are probabilities', () => {
    const text = checkText({ name: 't.csv', summary: summarise(table), issues: [] });
    expect(text).toMatch(/hand over +random +hindsight\n {2}5 % +[\d.]+ % +[\d.]+ %\n/);
    expect(text).not.toMatch(/confidence|–/);
    const probable: Table = {
      ...table,
      modelCorrect: undefined,
      classes: ['a', 'b'],
      label: Int32Array.of(0, 1, 0, 1, 0, 1),
      model: Float32Array.of(0.9, 0.1, 0.8, 0.2, 0.7, 0.3, 0.4, 0.6, 0.5, 0.5, 0.2, 0.8),
      experts: [{ name: 'expert', kind: 'labels', labels: Int32Array.of(0, 1, 0, 1, 0, 1) }],
      group: undefined,
      modelCost: undefined,
    };
    const summary = summarise(probable);
    expect(checkText({ name: 't.csv', summary: summary, issues: [] })).toMatch(
      /hand over +random +confidence +hindsight\n/,
    );
    expect(summary.experts[0]).not.toHaveProperty('costs');
    expect(summary.experts[0]).not.toHaveProperty('groups');
  });

  it('says of losses what they are, and of an expert who never spoils anything what is left to gain', () => {
    const losing: Table = {
      ...table,
      modelCorrect: undefined,
      modelLoss: Float32Array.of(1, 2, 3, 1, 2, 3),
      experts: [{ name: 'expert', kind: 'losses', losses: Float32Array.of(2, 1, 1, 1, 1, 1) }],
    };
    const losses = checkText({ name: 't.csv', summary: summarise(losing), issues: [] });
    expect(losses).toContain(
      'rescues       1.0000 mean loss that the expert saves where it does better',
    );
    expect(losses).toContain(
      'harms         0.1667 mean loss that the expert adds where it does worse',
    );
    expect(losses).not.toMatch(/right|wrong|points/);
    const sure = (correct: number[]) =>
      checkText({
        name: 't.csv',
        summary: summarise({
          ...table,
          experts: [{ name: 'expert', kind: 'correct', correct: Float32Array.from(correct) }],
        }),
        issues: [],
      });
    const always = sure([1, 1, 1, 1, 1, 1]);
    expect(always).toContain('No choice of cases is right more often than the expert alone.');
    expect(always).not.toMatch(/at most|learned/);
    expect(sure([0, 1, 1, 1, 1, 1])).toContain(
      'gain at most 16.7 points over the better of the two',
    );
    const rows = 10_000;
    const few: Table = {
      ...{ rows, classes: [], columns: [] },
      modelCorrect: new Float32Array(rows).fill(1).fill(0, 0, 2),
      experts: [
        { name: 'expert', kind: 'correct', correct: new Float32Array(rows).fill(1).fill(0, 2, 9) },
      ],
    };
    expect(checkText({ name: 't.csv', summary: summarise(few), issues: [] })).toContain(
      'gain less than 0.1 points over',
    );
  });
});
