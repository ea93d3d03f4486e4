import type { Table } from '@cede/core';
import { deferredShare } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { classRows } from './class-rows.js';

/** Ten cases of two classes and one that never comes up; who is right is spelled out. */
const modelRight = [1, 1, 1, 0, 0, 1, 0, 0, 1, 1];
const expertRight = [1, 1, 0, 1, 0, 1, 1, 0, 0, 1];
const label = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
const answer = (i: number, right: number) => (right ? label[i] : 1 - label[i]);
const table: Table = {
  rows: 10,
  classes: ['calm', 'angry', 'absent'],
  label: Int32Array.from(label),
  model: Float32Array.from(
    label.flatMap((_, i) => [0, 1, 2].map((c) => (c === answer(i, modelRight[i]) ? 0.8 : 0.1))),
  ),
  experts: [
    {
      name: 'expert',
      kind: 'labels',
      labels: Int32Array.from(label, (_, i) => answer(i, expertRight[i])),
    },
  ],
  columns: [],
};

describe('deferredShare', () => {
  it('takes the lowest scores, and of a tie its expected part', () => {
    const scores = [Float32Array.of(4, 1, 2, 2, 2, 9)];
    expect([...deferredShare(scores, 2 / 6)]).toEqual([0, 1, 1 / 3, 1 / 3, 1 / 3, 0]);
    expect([...deferredShare(scores, 0)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect([...deferredShare(scores, 1)]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('is the mean over seeds', () => {
    const scores = [Float32Array.of(1, 2, 3, 4), Float32Array.of(4, 3, 1, 2)];
    expect([...deferredShare(scores, 0.5)]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect([...deferredShare(scores, 0.25)]).toEqual([0.5, 0, 0.5, 0]);
    // What every seed hands over is handed over wholly, whatever 11 elevenths come to.
    const eleven = Array.from({ length: 11 }, () => Float32Array.of(1, 2, 3, 4));
    expect([...deferredShare(eleven, 0.5)]).toEqual([1, 1, 0, 0]);
  });
});

describe('classRows', () => {
  // Handed over at 30 %: the cases 3, 6 and 8.
  const scores = [Float32Array.of(9, 9, 9, 1, 9, 9, 2, 9, 3, 9)];
  const [calm, angry, absent] = classRows(table, 0, scores, 0.3);

  it('counts who is right where', () => {
    const counts = ({ bothRight, onlyModelRight, onlyExpertRight, bothWrong }: typeof calm) => [
      bothRight,
      onlyModelRight,
      onlyExpertRight,
      bothWrong,
    ];
    expect([calm.name, calm.rows, ...counts(calm)]).toEqual(['calm', 6, 3, 1, 1, 1]);
    expect([angry.name, angry.rows, ...counts(angry)]).toEqual(['angry', 4, 1, 1, 1, 1]);
  });

  it('gives recalls and the share handed over', () => {
    expect(calm.modelRecall).toBeCloseTo(4 / 6, 9);
    expect(calm.expertRecall).toBeCloseTo(4 / 6, 9);
    expect(calm.deferred).toBeCloseTo(1 / 6, 9);
    expect(calm.systemRecall).toBeCloseTo(5 / 6, 9); // case 3 is put right
    expect(calm.keptRecall).toBeCloseTo(4 / 5, 9); // without case 3
    expect(angry.keptRecall).toBeCloseTo(0.5, 9); // of cases 7 and 9
    expect([angry.modelRecall, angry.expertRecall, angry.deferred]).toEqual([0.5, 0.5, 0.5]);
    expect(angry.systemRecall).toBeCloseTo(0.5, 9); // case 6 is put right, case 8 spoilt
  });

  it('shows a class that never comes up as empty, not as NaN', () => {
    expect(absent).toMatchObject({ rows: 0, modelRecall: 0, deferred: 0, systemRecall: 0 });
  });
});
