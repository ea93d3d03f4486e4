import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { augrc, augrcOf } from '../metric/augrc.js';
import { aurc, aurcOf } from '../metric/aurc.js';
import { expectedCalibrationError } from '../metric/expected-calibration-error.js';
import { acceptedLoss, acceptedRows } from '../metric/risk-coverage.js';
import { bootstrapCurves } from '../statistics/bootstrap.js';
import { thresholdGrid } from '../statistics/grid.js';
import { gainSpread } from '../statistics/rows-needed.js';
import { verdict } from '../statistics/verdict.js';
import { deferralCurve, valueAt } from './curve.js';
import { deferredShare } from './deferred-share.js';
import { rankScores, scoresOf } from './ranked-scores.js';

/** Rows with few distinct scores, so that most have company, and the odd extreme. */
const rows = fc.array(
  fc.record({
    score: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 2, arbitrary: fc.float({ noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(-0, 0, 1e-45, -1e-45, Infinity, -Infinity) },
    ),
    model: fc.constantFrom(0, 1),
    expert: fc.constantFrom(0, 1),
    weight: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 40 },
);
type Row = { score: number; model: number; expert: number; weight: number };
const column = (of: readonly Row[], key: keyof Row) => Float64Array.from(of, (row) => row[key]);

/** By counting, nothing sorted: a tied row is handed over as often as there is room for its group. */
function shareOf(all: readonly Row[], row: Row, rate: number): number {
  const sum = (some: readonly Row[]) => some.reduce((total, { weight }) => total + weight, 0);
  const below = sum(all.filter(({ score }) => score < row.score));
  const tied = sum(all.filter(({ score }) => score === row.score));
  return Math.min(1, Math.max(0, (rate * sum(all) - below) / tied));
}

describe('ranked scores', () => {
  it('have the order of a comparison sort, whatever the numbers are kept in', () => {
    const numbers = fc.array(fc.oneof(fc.float({ noNaN: true }), fc.integer({ min: -2, max: 2 })));
    fc.assert(
      fc.property(numbers, (scores) => {
        const expected = [...scores.keys()].sort(
          (a, b) => (scores[a] < scores[b] ? -1 : scores[a] > scores[b] ? 1 : 0) || a - b,
        );
        for (const kept of [scores, Float32Array.from(scores), Float64Array.from(scores)])
          expect([...rankScores(kept).order]).toEqual(expected);
      }),
    );
  });

  it('keep doubles apart that are equal as floats, to the last bit', () => {
    const scores = [1 + 2 ** -52, 1, -1 - 2 ** -52, -1, 5e-324, -5e-324, 1e300, -1e300, 0, -0];
    expect([...rankScores(scores).order]).toEqual([7, 2, 3, 5, 8, 9, 4, 1, 0, 6]);
    expect([...rankScores(scores).endsGroup]).toEqual([1, 1, 1, 1, 0, 1, 1, 1, 1, 1]);
  });

  it('mark where a group of equal scores ends', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const scores = Float32Array.from(all, ({ score }) => score);
        const { order, endsGroup } = rankScores(scores);
        let seen = new Set<number>();
        order.forEach((row, k) => {
          seen.add(scores[row] + 0);
          expect(seen.size).toBe(1);
          if (endsGroup[k] === 1) seen = new Set();
        });
        expect(seen.size).toBe(0);
        expect(endsGroup.reduce((sum, end) => sum + end, 0)).toBe(
          new Set(scores.map((score) => score + 0)).size,
        );
      }),
    );
  });

  it('are not sorted twice, and give their scores back', () => {
    const scores = Float32Array.of(3, 1, 2);
    const ranked = rankScores(scores);
    expect(rankScores(ranked)).toBe(ranked);
    expect(scoresOf(ranked)).toBe(scores);
    expect(scoresOf(scores)).toBe(scores);
    expect(rankScores([]).endsGroup).toHaveLength(0);
  });

  it('refuse a score that is no number, and say which', () => {
    expect(() => rankScores([1, NaN])).toThrow(/score of row 2 is not a number/);
    expect(() => rankScores(Float32Array.of(NaN, 1))).toThrow(/score of row 1 is not a number/);
  });
});

describe('the share handed over', () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true });

  it('is what counting gives, ties in expectation, weighted or not', () => {
    fc.assert(
      fc.property(rows, rate, fc.boolean(), (drawn, at, weighted) => {
        const all = weighted ? drawn : drawn.map((row) => ({ ...row, weight: 1 }));
        const weight = weighted ? column(all, 'weight') : undefined;
        const share = deferredShare([column(all, 'score')], at, weight);
        all.forEach((row, i) => {
          expect(share[i]).toBeCloseTo(shareOf(all, row, at), 9);
        });
      }),
    );
  });

  it('is the mean over seeds, and all of it at rate 1', () => {
    const seeds = [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [1, 1, 1, 1],
    ];
    expect([...deferredShare(seeds, 0.25)]).toEqual([1.25 / 3, 0.25 / 3, 0.25 / 3, 1.25 / 3]);
    expect([...deferredShare(seeds, 1, Float32Array.of(0.1, 0.2, 0, 0.7))]).toEqual([1, 1, 1, 1]);
  });

  it('lies under the deferral curve', () => {
    fc.assert(
      fc.property(rows, rate, (all, at) => {
        const [scores, model, expert, weight] = (
          ['score', 'model', 'expert', 'weight'] as const
        ).map((key) => column(all, key));
        const total = weight.reduce((sum, each) => sum + each, 0);
        const naive = all.reduce(
          (sum, row) =>
            sum +
            (row.weight * (row.model + shareOf(all, row, at) * (row.expert - row.model))) / total,
          0,
        );
        const curve = deferralCurve(rankScores(scores), model, expert, weight);
        expect(valueAt(curve, at)).toBeCloseTo(naive, 9);
      }),
    );
  });
});

describe('everything that sorts', () => {
  const input = (all: readonly Row[]) => ({
    scores: column(all, 'score'),
    model: column(all, 'model'),
    expert: column(all, 'expert'),
    weight: column(all, 'weight'),
  });
  type Input = ReturnType<typeof input>;
  type Given = Parameters<typeof deferralCurve>[0];
  const finite = rows.filter((all) => all.every(({ score }) => Number.isFinite(score)));
  const questions: Record<string, (scores: Given, rest: Input) => unknown> = {
    deferralCurve: (scores, { model, expert, weight }) =>
      deferralCurve(scores, model, expert, weight),
    deferredShare: (scores, { weight }) => deferredShare([scores, scores], 0.3, weight),
    acceptedLoss: (scores, { model }) => acceptedLoss(scores, model),
    acceptedRows: (scores, { model, weight }) => acceptedRows(scores, model, weight),
    aurc: (scores, { model, weight }) => aurc(scores, model, weight),
    augrc: (scores, { model }) => augrc(scores, model),
    calibrationError: (scores, { model, weight }) =>
      expectedCalibrationError(scores, model, 4, weight),
    thresholdGrid: (scores, { model, expert, weight }) =>
      thresholdGrid({ scores, modelValue: model, expertValue: expert, weight }),
    gainSpread: (scores, { model, expert, weight }) =>
      gainSpread({ scores, modelValue: model, expertValue: expert, weight }, 0.3, 'random'),
    bootstrapCurves: (scores, { model, expert }) =>
      bootstrapCurves(
        {
          modelValue: model,
          expertValue: expert,
          methods: [{ name: 'one', scores: [scores] }],
          rates: [0.1, 0.5, 1],
        },
        { resamples: 3 },
      ),
    verdict: (scores, { model, expert }) =>
      verdict(
        {
          scores,
          modelValue: model,
          expertValue: expert,
          predicted: model,
          confidenceScores: scores,
        },
        { resamples: 5 },
      ),
  };

  it.each(Object.entries(questions))('%s: sorted scores give the bits of plain ones', (_, ask) => {
    fc.assert(
      fc.property(finite, (all) => {
        const given = input(all);
        const ranked = rankScores(given.scores);
        const before = [...ranked.order];
        expect(ask(ranked, given)).toStrictEqual(ask(given.scores, given));
        expect([...ranked.order]).toEqual(before); // others will read it, too
      }),
      { numRuns: 30 },
    );
  });

  it('many rows side by side, too, and leave the order alone', () => {
    const n = 12_000;
    const scores = Float32Array.from({ length: n }, (_, i) => (i * 7919) % 5003);
    const [modelValue, expertValue] = [3, 7].map((k) =>
      Float64Array.from({ length: n }, (_, i) => +((i * k) % 11 < 6)),
    );
    const ranked = rankScores(scores);
    const before = ranked.order.slice();
    const draw = (given: Given) =>
      bootstrapCurves(
        {
          ...{ modelValue, expertValue, rates: [0.2, 0.7] },
          methods: [{ name: 'one', scores: [given] }],
        },
        { resamples: 3 },
      );
    expect(draw(ranked)).toStrictEqual(draw(scores));
    expect(ranked.order).toEqual(before);
  });

  it('both areas come from one walk', () => {
    const accepted = acceptedRows([3, 1, 2, 2], [0, 1, 1, 0], [1, 2, 1, 1]);
    expect(aurcOf(accepted)).toBe(aurc([3, 1, 2, 2], [0, 1, 1, 0], [1, 2, 1, 1]));
    expect(augrcOf(accepted)).toBe(augrc([3, 1, 2, 2], [0, 1, 1, 0], [1, 2, 1, 1]));
  });
});
