import type { Verdict } from '@cede/study';
import { describe, expect, it } from 'vitest';
import { plainVerdict } from './plain-verdict.js';

const gain = (rate: number, estimate: number) => ({
  ...{ rate, estimate, lower: estimate - 0.005, upper: estimate + 0.005 },
  against: 'model' as const,
});
const found = {
  ...{ kind: 'defer', worth: 0.005, confidence: 0.95, rowsNeeded: 0 },
  ...{ gains: [gain(0.05, 0.006), gain(0.1, 0.012), gain(0.2, 0.009)] },
  ...{ deferRates: [0.1, 0.2], bestRate: 0.1 },
  expertOverModel: { estimate: -0.02, lower: -0.03, upper: -0.01, standardError: 0.005 },
  ...{ method: 'linear', controls: [], modelAccuracy: 0.9, expertAccuracy: 0.88 },
} as unknown as Verdict;
const said = (more: Partial<Verdict>, rate = 0.2) =>
  plainVerdict({ ...found, ...more }, rate, 'the moderator');

describe('the verdict in plain words', () => {
  it("speaks of the finding's rate where that is one it advises, else of the best", () => {
    expect(said({})).toBe(
      'Before the test, the fitting rows said that handing cases to the moderator pays: at 20 % by an estimated +0.9 points (+0.4 to +1.4) over the model alone or as many cases picked at random, whichever is better. These numbers come from the fitting rows alone, so they differ from those of the test above.',
    );
    expect(said({}, 0.05)).toContain('at 10 % by an estimated +1.2 points (+0.7 to +1.7)');
  });

  it('says that it does not pay, or that nobody can tell yet', () => {
    expect(said({ kind: 'not-worth-it', deferRates: [] })).toContain(
      'does not pay: whatever the share, it gains less than +0.5 points over the model alone or as many cases picked at random, whichever is better (at most +1.7 points).',
    );
    const open = said({ kind: 'cannot-tell', deferRates: [], rowsNeeded: 1200 });
    expect(open).toContain(
      'could not tell whether handing cases to the moderator pays: most at 10 %, by an estimated +1.2 points (+0.7 to +1.7) over',
    );
    expect(open).toContain(
      'About 1,200 more rows would show a gain of +0.8 points with 80 % probability.',
    );
    expect(said({ kind: 'cannot-tell', rowsNeeded: null })).toContain(
      'They would have shown a gain of +0.8 points with 80 % probability.',
    );
  });

  it('keeps quiet about nothing simpler that does as well, or better, at the rate it names', () => {
    const [lower, upper] = [
      [0, -0.02, -0.01],
      [0, -0.01, 0.01],
    ];
    const controls = [{ name: 'conf', estimate: [0, -0.015, 0], lower, upper }];
    const compared = { controls } as unknown as Partial<Verdict>;
    expect(said(compared, 0.1)).toContain(
      "The model's own confidence does better there, by 1.5 points (1.0 to 2.0).",
    );
    expect(said(compared, 0.2)).toContain(
      "The model's own confidence may do as well there (difference −1.0 to +1.0 points).",
    );
    expect(said({ expertAccuracy: 0.95 })).toContain(
      'Always asking the moderator gives more: 95.00 % accuracy, against 91.20 % at a rate of 10 %.',
    );
  });

  it('speaks of money first where errors have a price, as the rest of the report does', () => {
    const saving = { rate: 0.1, estimate: 0.00186, lower: 0.00124, upper: 0.002267 };
    const costs = { ...found, gains: [saving], deferRates: [0.1], worth: 0.0001 };
    const purse = { currency: '$', per: 1_000, decimals: 2 } as const;
    const priced = { ...found, costs } as unknown as Verdict;
    const text = plainVerdict(priced, 0.2, 'Pro', 'Flash', purse);
    expect(text).toContain(
      'saves money: most at 10 %, an estimated $1.86 per 1,000 cases ($1.24 to $2.27) against the cheaper of Flash alone',
    );
    expect(text).toContain('In accuracy alone, they said that handing cases to Pro pays: at 20 %');
    expect(text.match(/Before the test/g)).toHaveLength(1);
    expect(
      plainVerdict({ ...priced, answers: 'calibrated' }, 0.2, 'Pro', 'Flash', purse),
    ).toContain('In accuracy alone, answering from calibrated probabilities, they said that');
  });

  it('says where every case is better asked', () => {
    const expertOverModel = { estimate: 0.02, lower: 0.01, upper: 0.03, standardError: 0.005 };
    expect(said({ expertOverModel })).toContain(
      'Handing every case to the moderator beats the model alone by +2.0 points (+1.0 to +3.0).',
    );
    const unclear = { ...expertOverModel, lower: -0.01 };
    expect(said({ expertOverModel: unclear })).toContain(
      'There is no clear difference between handing every case to the moderator and the model alone: +2.0 points (−1.0 to +3.0).',
    );
    expect(said({})).not.toContain('every case');
  });
});
