import { describe, expect, it } from 'vitest';
import { randomTable } from '../../test/tables.js';
import { tableLosses } from '../table/losses.js';
import { outcomesOf } from '../table/outcomes.js';
import type { Table } from '../table/table.js';
import { takeRows } from '../table/take.js';
import { answeredFit, answeredTable, plainAnswers } from './answered-table.js';
import { fitAnswering } from './answering.js';

describe('tables with answers', () => {
  it('lets whoever has probabilities answer by it, and leaves labels alone', () => {
    const table: Table = {
      rows: 3,
      classes: ['healthy', 'ill'],
      label: Int32Array.of(1, 0, 0),
      model: Float32Array.of(0.9, 0.1, 0.9, 0.1, 0.99, 0.01),
      experts: [
        {
          name: 'network',
          kind: 'probabilities',
          probabilities: Float32Array.of(0.8, 0.2, Number.NaN, Number.NaN, 0.98, 0.02),
        },
        { name: 'nurse', kind: 'labels', labels: Int32Array.of(0, 0, 1) },
      ],
      costMatrix: Float64Array.of(0, 20, 400, 0),
      columns: [],
    };
    const answered = answeredTable(table, fitAnswering(table, { answers: 'least-cost' }));
    expect([...outcomesOf(answered, 0).model]).toEqual([1, 0, 1]);
    expect([...outcomesOf(answered, 0).expert]).toEqual([1, Number.NaN, 1]);
    expect([...outcomesOf(answered, 1).expert]).toEqual([...outcomesOf(table, 1).expert]);
    expect(() =>
      fitAnswering({ ...table, costMatrix: undefined }, { answers: 'least-cost' }),
    ).toThrow('no cost matrix');
  });

  it('losses of answers follow, losses of probabilities do not, and rows keep theirs', () => {
    const table: Table = { ...randomTable({ rows: 40, classes: 3 }) };
    const costMatrix = Float64Array.of(0, 9, 1, 1, 0, 9, 9, 1, 0);
    const priced = { ...table, costMatrix };
    const answered = answeredTable(priced, fitAnswering(priced, { answers: 'least-cost' }));
    const answers = answered.modelAnswers!;
    const costs = tableLosses(answered, 'cost', 0).model.losses;
    const wrong = tableLosses(answered, 'zeroone', 0).model.losses;
    for (let i = 0; i < 40; i++) {
      const truth = table.label![i];
      expect(costs[i]).toBe(costMatrix[3 * truth + answers[i]]);
      expect(wrong[i]).toBe(+(answers[i] !== truth));
    }
    expect(tableLosses(answered, 'gce', 0)).toEqual(tableLosses(priced, 'gce', 0));
    const some = takeRows(answered, [7, 3]);
    expect([...some.modelAnswers!]).toEqual([answers[7], answers[3]]);
    expect(plainAnswers(answered)).toEqual(priced);
    expect([...outcomesOf(plainAnswers(answered)).model]).toEqual([...outcomesOf(priced).model]);
  });

  it('argmax is the table itself', () => {
    const table = randomTable({ rows: 10 });
    expect(answeredFit(table, { answers: 'argmax' })).toEqual({ table });
    expect(answeredFit(table).table).toBe(table);
  });
});
