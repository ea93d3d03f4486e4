import { describe, expect, it } from 'vitest';
import { classlessTable, randomTable } from '../../../test/tables.js';
import { stream } from '../../random/stream.js';
import type { Table } from '../../table/table.js';
import { foldRows, sampleRows } from './fold-rows.js';
import { placesOutOfFold } from './out-of-fold.js';

const clusters = (rows: number, each: number) => ({
  names: Array.from({ length: Math.ceil(rows / each) }, (_, k) => `patient ${k}`),
  index: Int32Array.from({ length: rows }, (_, i) => Math.floor(i / each)),
});

describe('folds', () => {
  it.each([
    ['classes', randomTable({ rows: 203 })],
    ['losses', classlessTable('losses', 203)],
    ['clusters', { ...randomTable({ rows: 203 }), cluster: clusters(203, 7) }],
  ] as [string, Table][])('%s: every row is scored once, by a fit without it', (_, table) => {
    const folds = foldRows(table, { folds: 5, seed: 1 });
    const seen = new Uint8Array(table.rows);
    for (const { train, test } of folds) {
      expect(train.length + test.length).toBe(table.rows);
      for (const row of test) seen[row]++;
      const trained = new Set(train);
      expect([...test].some((row) => trained.has(row))).toBe(false);
      if (table.cluster) {
        const kept = new Set([...train].map((row) => table.cluster!.index[row]));
        expect([...test].some((row) => kept.has(table.cluster!.index[row]))).toBe(false);
      }
    }
    expect(seen.every((count) => count === 1)).toBe(true);
    expect(foldRows(table, { folds: 5, seed: 1 })).toEqual(folds);
    expect(foldRows(table, { folds: 5, seed: 2 })).not.toEqual(folds);
  });

  it('with times, nothing is fitted on what came later, and the earliest rows are not scored', () => {
    const random = stream(4, 'times');
    const base = randomTable({ rows: 300 });
    const time = Float64Array.from({ length: 300 }, () => random.below(60));
    const folds = foldRows({ ...base, time }, { folds: 5, seed: 1 });
    expect(folds.length).toBe(5);
    let scored = 0;
    for (const { train, test } of folds) {
      const latest = Math.max(...[...train].map((row) => time[row]));
      expect(Math.min(...[...test].map((row) => time[row]))).toBeGreaterThan(latest);
      scored += test.length;
    }
    expect(scored).toBeGreaterThan(230);
    expect(scored).toBeLessThan(270);
    const places = placesOutOfFold(
      { ...base, time },
      folds,
      folds.map(({ test }) => Float32Array.from(test, (row) => row)),
    )!;
    expect(places.filter(Number.isNaN).length).toBe(300 - scored);
  });

  it('one moment for all rows is no order, so rows are dealt as without times', () => {
    const base = randomTable({ rows: 60 });
    const still = { ...base, time: new Float64Array(60) };
    expect(foldRows(still, { folds: 5, seed: 1 })).toEqual(foldRows(base, { folds: 5, seed: 1 }));
  });

  it('a sample is at most as large as asked, in the old order, clusters whole', () => {
    const table = { ...randomTable({ rows: 500 }), cluster: clusters(500, 9) };
    const sample = sampleRows(table, 200, 3);
    expect(sample.rows).toBeLessThanOrEqual(200);
    expect(sample.rows).toBeGreaterThan(190);
    const sizes = new Map<number, number>();
    for (const c of sample.cluster!.index) sizes.set(c, (sizes.get(c) ?? 0) + 1);
    for (const [c, size] of sizes) expect(size).toBe(c === 55 ? 5 : 9);
    expect([...sample.cluster!.index]).toEqual([...sample.cluster!.index].sort((a, b) => a - b));
    expect(sampleRows(table, 500, 3)).toBe(table);
  });
});

describe('places out of fold', () => {
  it('are within the fold, whatever the scale of its scorer', () => {
    const table = randomTable({ rows: 6 });
    const folds = [
      { train: Uint32Array.of(3, 4, 5), test: Uint32Array.of(0, 1, 2) },
      { train: Uint32Array.of(0, 1, 2), test: Uint32Array.of(3, 4, 5) },
    ];
    const scores = [Float32Array.of(3, 1, 2), Float32Array.of(1000, 3000, 3000)];
    expect([...placesOutOfFold(table, folds, scores)!].map((p) => Math.round(6 * p))).toEqual([
      5, 1, 3, 1, 4, 4,
    ]);
    expect(placesOutOfFold(table, folds, [scores[0], new Float32Array()])).toBeNull();
  });
});
