import { deferralCurve, outcomesOf, rankScores, stream, type Table, valueAt } from '@cede/core';
import { describe, expect, it } from 'vitest';
import { world } from '../../test/worlds.js';
import { quality } from '../metrics/metrics.js';
import { classRows } from './class-rows.js';
import { errorCounts } from './error-counts.js';
import { scoreHistogram } from './histogram.js';

/** Whole weights, and the same table with every row written down that many times. */
function twice(rows: number): { weighted: Table; repeated: Table; from: number[] } {
  const plain = world({ rows, seed: 8, expert: 'labels', id: false });
  const random = stream(1, 'weights');
  const times = Array.from({ length: rows }, () => random.below(4));
  const from = times.flatMap((count, i) => new Array<number>(count).fill(i));
  const width = plain.classes.length;
  const expert = plain.experts[0] as { labels: Int32Array };
  return {
    from,
    weighted: { ...plain, weight: Float32Array.from(times) },
    repeated: {
      ...plain,
      rows: from.length,
      label: Int32Array.from(from, (i) => plain.label![i]),
      model: Float32Array.from(
        from.flatMap((i) => [...plain.model!.subarray(i * width, (i + 1) * width)]),
      ),
      experts: [
        { name: 'expert', kind: 'labels', labels: Int32Array.from(from, (i) => expert.labels[i]) },
      ],
    },
  };
}

describe('a row of weight w counts as w rows', () => {
  const { weighted, repeated, from } = twice(300);
  // Few distinct scores, so that ties are the rule.
  const scores = Float32Array.from({ length: 300 }, (_, i) => (i * 37) % 50);
  const copies = Float32Array.from(from, (i) => scores[i]);
  const rates = [0, 0.013, 0.05, 0.2, 0.5, 0.999, 1];
  // Counts are scaled to the number of rows.
  const scale = weighted.rows / repeated.rows;
  const count = (table: Table, vector: Float32Array) =>
    errorCounts({ scores: [rankScores(vector)] }, outcomesOf(table, 0), table, rates);

  it('in errors avoided and caused, whose difference is the gain', () => {
    const [a, b] = [count(weighted, scores), count(repeated, copies)];
    const { model, expert } = outcomesOf(weighted, 0);
    const curve = deferralCurve(scores, model, expert, weighted.weight);
    rates.forEach((rate, k) => {
      expect(a.avoided![k]).toBeCloseTo(scale * b.avoided![k], 6);
      expect(a.caused![k]).toBeCloseTo(scale * b.caused![k], 6);
      expect(a.avoided![k] - a.caused![k]).toBeCloseTo(
        300 * (valueAt(curve, rate) - curve.values[0]),
        6,
      );
    });
  });

  it('by lot too', () => {
    const none = { scores: [] };
    const a = errorCounts(none, outcomesOf(weighted, 0), weighted, rates);
    expect(a.avoided![3]).toBeCloseTo(0.2 * count(weighted, scores).avoided!.at(-1)!, 6);
    expect(a.caused![3]).toBeCloseTo(0.2 * count(weighted, scores).caused!.at(-1)!, 6);
  });

  it('class by class', () => {
    for (const rate of [0.05, 0.2, 1]) {
      const [a, b] = [
        classRows(weighted, 0, [scores], rate),
        classRows(repeated, 0, [copies], rate),
      ];
      a.forEach((row, c) => {
        for (const key of ['rows', 'bothRight', 'onlyModelRight', 'onlyExpertRight', 'bothWrong'])
          expect(row[key as 'rows']).toBeCloseTo(scale * b[c][key as 'rows'], 6);
        for (const key of ['modelRecall', 'expertRecall', 'deferred', 'systemRecall', 'keptRecall'])
          expect(row[key as 'deferred']).toBeCloseTo(b[c][key as 'deferred'], 6);
      });
    }
  });

  it("in the model's calibration error and Brier score", () => {
    const [a, b] = [quality(weighted, 0).model, quality(repeated, 0).model];
    expect(a.brier).toBeCloseTo(b.brier!, 6);
    // Bins end where a row ends: the same row for both, but for one that lies across an edge.
    expect(a.calibrationError).toBeCloseTo(b.calibrationError!, 2);
    expect(a.calibrationError).not.toBeCloseTo(
      quality({ ...weighted, weight: undefined }, 0).model.calibrationError!,
      3,
    );
  });

  it('in the histogram of scores', () => {
    const [a, b] = [
      scoreHistogram('linear', rankScores(scores), 0.2, (i) => scale * weighted.weight![i]),
      scoreHistogram('linear', rankScores(copies), 0.2),
    ];
    expect(Math.abs(a.threshold - b.threshold)).toBeLessThanOrEqual(1);
    const cases = a.deferred.reduce((sum, each) => sum + each, 0);
    expect(cases / 300).toBeCloseTo(0.2, 1);
    expect(cases + a.kept.reduce((sum, each) => sum + each, 0)).toBeCloseTo(300, 6);
  });
});
