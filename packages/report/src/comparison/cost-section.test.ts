import { deferralCurve, rankScores } from '@cede/core';
import { comparedCosts } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { pricedRows as table } from '../../../study/test/priced-rows.js';
import { shownAs } from '../shown.js';
import { costSentence } from '../words/cost-sentence.js';
import { costSection } from './sections.js';

const PURSE = { currency: '$', per: 1, decimals: 2 } as const;
const PERCENT = shownAs({ kind: 'accuracy', unit: 'share', sign: 1, higherIsBetter: true });

describe('the sentence on costs below the headline', () => {
  const point = (rate: number, cost: number) => ({ rate, cost });
  const cheapest = (rate: number, cost: number, lower: number, upper: number) => ({
    ...point(rate, cost),
    ...{ lower, upper, confidence: 0.95 },
  });
  const said = (least: ReturnType<typeof cheapest>, rate: number, cost: number) =>
    costSentence(
      {
        ...{ cheapest: least, finding: point(rate, cost) },
        methods: { linear: { cheapest: least } },
      },
      PURSE,
    );

  it('names the cheapest rate, and not again what the headline says', () => {
    expect(said(cheapest(0.28, 0.41004, 0.26, 0.35), 0.4, 0.45)).toBe(
      'Cheapest on these rows is handing over 28 % (95 % interval 26 % to 35 %): $0.41 per case, errors included.',
    );
  });

  it('says where confidence would do for less', () => {
    const least = cheapest(0.06, 1.947, 0.02, 0.2);
    const beside = (cost: number) =>
      costSentence(
        {
          ...{ cheapest: least, finding: point(0.1, 1.96) },
          methods: { conf: { cheapest: point(0.16, cost) } },
        },
        { ...PURSE, decimals: 3 },
      );
    expect(beside(1.8431)).toMatch(
      /errors included\. Thresholding the model's confidence costs less: \$1\.843 at 16 %\.$/,
    );
    expect(beside(1.9469999)).toMatch(/errors included\.$/);
    expect(beside(1.95)).toMatch(/errors included\.$/);
  });

  it('has words for handing nothing over, and for a headline that names the cheapest', () => {
    expect(said(cheapest(0, 0.52, 0, 0.03), 0.5, 0.6)).toBe(
      'Cheapest on these rows is handing nothing over (95 % interval 0 % to 3 %): $0.52 per case, errors included.',
    );
    expect(said(cheapest(0.4, 0.45, 0.3, 0.5), 0.4, 0.45)).toBe(
      'No other rate is cheaper on these rows (95 % interval 30 % to 50 % for the cheapest).',
    );
  });

  it('is there where errors have a price', () => {
    const method = {
      name: 'm',
      scores: [rankScores(Float32Array.of(0, 1, 2, 3))],
      curves: [
        deferralCurve(
          Float32Array.of(0, 1, 2, 3),
          Float32Array.of(0, 0, 1, 1),
          Float32Array.of(1, 0, 1, 0),
        ),
      ],
    };
    const options = { chosen: 'm', rate: 0.5, rates: [0.5], seed: 0 };
    const section = (errorCost?: number) =>
      costSection(comparedCosts([method], table, 0, { ...options, errorCost }), PERCENT, {
        expert: 'the nurse',
      });
    expect(section(10).summary).toMatch(/^Cheapest on these rows is handing over 25 %/);
    expect(section().summary).toBeUndefined();
    // Nothing is said of a least cost that only means asking nobody.
    expect(section().rows.map(({ label }) => label)).toEqual([
      'model alone',
      'at the rate of the headline',
      'the nurse alone, without the model',
      'the model and the nurse, both about every case',
    ]);
    // One amount, one name: the first is what the headline compares with.
    const [, , nurse, both] = section().rows;
    expect(nurse.cost).toBe(section().beside!.expertSpends);
    expect(both.cost).toBeGreaterThan(nurse.cost);
    expect(section().notes.join()).not.toContain('rate of least cost');
    expect(section(10).notes.join()).toContain('rate of least cost');
    expect(section(10).rows[2].label).toBe('cheapest rate of m');
    expect(section(10).notes[0]).toContain('the nurse on those handed over');
    expect(section(10).rows.at(-1)!.label).toBe('the nurse about every case');
    expect(section(10).rows).toContainEqual({
      ...{ label: 'at the rate of the headline', rate: 0.5, cost: 4.5, spent: 2, value: 75 },
    });
  });
});
