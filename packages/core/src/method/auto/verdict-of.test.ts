import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../../test/tables.js';
import { stream } from '../../random/stream.js';
import type { Table } from '../../table/table.js';
import { methodNamed } from '../registry.js';
import { foldRows } from './fold-rows.js';
import { placesOutOfFold, scoreFold } from './out-of-fold.js';
import { verdictOf } from './verdict-of.js';

function outOfFold(table: Table, method: string): Float64Array {
  const folds = foldRows(table, { folds: 5, seed: 0 });
  return placesOutOfFold(
    table,
    folds,
    folds.map((fold) => scoreFold(table, methodNamed(method), fold, {})),
  )!;
}

const table = randomTable({ rows: 1200, expert: 'labels' });

describe('the verdict on a table', () => {
  it('has the accuracies of the table and the controls that its columns allow', () => {
    const verdict = verdictOf(table, outOfFold(table, 'linear'), { resamples: 100 });
    let right = 0;
    for (let i = 0; i < table.rows; i++) {
      const row = table.model!.subarray(4 * i, 4 * i + 4);
      right += +(row.indexOf(Math.max(...row)) === table.label![i]);
    }
    expect(verdict.modelAccuracy).toBeCloseTo(right / table.rows, 12);
    expect(verdict.controls.map(({ name }) => name)).toEqual(['conf', 'shuffle']);
    const bare = classlessTable('correct', 300);
    expect(verdictOf(bare, outOfFold(bare, 'linear'), { resamples: 100 }).controls).toEqual([]);
  });

  it('where answers are missing by a known chance, the answered rows speak for the others', () => {
    const random = stream(2, 'missing');
    const [expert] = table.experts;
    if (expert.kind !== 'labels') throw new Error('labels expected');
    // Asked four times as often where the model was wrong: unweighted, the model looks bad.
    const full = verdictOf(table, outOfFold(table, 'linear'), { resamples: 50 });
    const propensity = Float32Array.from({ length: table.rows }, (_, i) => {
      const row = table.model!.subarray(4 * i, 4 * i + 4);
      return row.indexOf(Math.max(...row)) === table.label![i] ? 0.2 : 0.8;
    });
    const labels = expert.labels.map((answer, i) =>
      random.uniform() < propensity[i] ? answer : -1,
    );
    const partial: Table = { ...table, experts: [{ ...expert, labels, propensity }] };
    const verdict = verdictOf(partial, outOfFold(partial, 'linear'), { resamples: 50 });
    expect(verdict.rows).toBe(labels.filter((answer) => answer >= 0).length);
    expect(Math.abs(verdict.modelAccuracy - full.modelAccuracy)).toBeLessThan(0.05);
    const naive = verdictOf(
      { ...partial, experts: [{ ...expert, labels }] },
      outOfFold(partial, 'linear'),
      { resamples: 50 },
    );
    expect(full.modelAccuracy - naive.modelAccuracy).toBeGreaterThan(0.15);
  });

  it('rows that were not scored are left out; losses are refused', () => {
    const places = outOfFold(table, 'conf');
    places.fill(Number.NaN, 0, 200);
    expect(verdictOf(table, places, { resamples: 50 }).rows).toBe(1000);
    const losses = classlessTable('losses');
    expect(() => verdictOf(losses, new Float64Array(200))).toThrow(/has losses/);
    expect(() => verdictOf(table, new Float64Array(1200).fill(Number.NaN))).toThrow(
      /none of the 1,200 rows/,
    );
  });
});
