import { describe, expect, it } from 'vitest';
import { exampleData } from '../../test/example.js';
import { renderReport } from '../html/render-report.js';
import type { Headline, ReportData, Rival } from '../report-data.js';
import { answeredSentence, choiceSentence, deployedSentence, rateSentence } from './chosen.js';
import { aheadSentence, claimOf, headlineText } from './claim.js';
import { outcome } from './interval.js';

const base = exampleData({ rows: 200, stops: 11 });
const rival: Rival = {
  method: 'conf',
  phrase: 'thresholding confidence',
  rate: 0.26,
  difference: { estimate: 0.8, lower: 0.6, upper: 0.9 },
};
const withFinding = (finding: Partial<Headline>, more: Partial<ReportData> = {}): ReportData => ({
  ...base,
  ...more,
  finding: {
    ...base.finding,
    rate: 0.2,
    modelValue: 85.34,
    value: 86.12,
    gain: 0.78,
    lower: 0.3,
    upper: 1.26,
    rival,
    ...finding,
  },
});
const evidence = (finding: Partial<Headline>, more?: Partial<ReportData>) =>
  claimOf(withFinding(finding, more)).evidence;
const over = (lower: number, upper: number) => ({ estimate: 0, lower, upper });

describe('the claim', () => {
  it('is one short line, and what carries it holds the estimate and its interval once', () => {
    expect(claimOf(withFinding({}))).toEqual({
      claim: 'Sending 20 % of cases to the moderator raises accuracy by 0.8 points.',
      evidence:
        'Accuracy goes from 85.3 % (the model alone) to 86.1 %: +0.8 points (95 % interval +0.3 to +1.3). The moderator alone has 92.0 %. Thresholding confidence needs 26 % of cases for that.',
    });
  });

  it('uses the names that people gave', () => {
    const named = withFinding({}, { model: { name: 'Flash' }, expert: { name: 'Pro', kind: '' } });
    expect(claimOf(named).claim).toMatch(/^Sending 20 % of cases to Pro/);
    expect(claimOf(named).evidence).toContain('(Flash alone)');
  });

  it('says no clear difference where the interval holds 0, and worse where it is below', () => {
    expect(claimOf(withFinding({ lower: -0.2 })).claim).toBe(
      'Sending 20 % of cases to the moderator makes no clear difference to accuracy.',
    );
    const worse = withFinding({ value: 84, gain: -1.3, lower: -2, upper: -0.6 });
    expect(claimOf(worse).claim).toBe(
      'Sending 20 % of cases to the moderator makes it worse: it lowers accuracy by 1.3 points.',
    );
    expect(outcome(worse)).toBe('worse');
  });

  it('knows that a lower cost is better', () => {
    const target = {
      kind: 'cost' as const,
      name: 'cost per case',
      unit: '€',
      differenceUnit: '€',
      higherIsBetter: false,
    };
    const cost = { modelValue: 2.5, value: 2.25, gain: -0.25, lower: -0.4, upper: -0.1 };
    const cheaper = withFinding({ ...cost, rival: undefined }, { target });
    expect(outcome(cheaper)).toBe('better');
    expect(claimOf(cheaper)).toEqual({
      claim: 'Sending 20 % of cases to the moderator lowers cost per case by €0.250.',
      evidence:
        'Cost per case goes from €2.500 (the model alone) to €2.250: −€0.250 (95 % interval −0.400 to −0.100).',
    });
  });
});

describe('simpler rules beside the claim', () => {
  it('differ only where the paired interval says so', () => {
    expect(evidence({ rival: { ...rival, rate: null } })).toContain('not get there at any rate.');
    expect(evidence({ rival: { ...rival, rate: 0.06 } })).toContain('needs only 6 % of cases');
    const near = { estimate: 0.4, lower: -0.3, upper: 1.1 };
    for (const rate of [null, 0.06, 0.26])
      expect(evidence({ rival: { ...rival, rate, difference: near } })).toMatch(
        / Thresholding confidence: no clear difference \(−0\.3 to \+1\.1 points\)\.$/,
      );
  });

  it('do as well only where the whole interval lies inside the margin', () => {
    const inside = { estimate: 0, lower: -0.49, upper: 0.49 };
    expect(evidence({ rival: { ...rival, difference: inside } })).toContain(
      'Thresholding confidence does as well, within 0.5 points (difference −0.5 to +0.5 points).',
    );
    for (const ends of [
      { lower: -0.51, upper: 0.49 },
      { lower: -0.49, upper: 0.51 },
    ])
      expect(evidence({ rival: { ...rival, difference: { estimate: 0, ...ends } } })).toContain(
        'no clear difference',
      );
  });

  it('are compared at their own best rate where they never get there', () => {
    const best = { rate: 0.4, difference: { estimate: 0.08, lower: -0.06, upper: 0.2 } };
    expect(evidence({ rival: { ...rival, rate: null, best } })).toMatch(
      / Thresholding confidence does worse at 20 %; at its best rate, 40 %, there is no clear difference \(−0\.06 to \+0\.20 points\)\.$/,
    );
    const far = { ...best, difference: { ...best.difference, lower: 0.01 } };
    expect(evidence({ rival: { ...rival, rate: null, best: far } })).toContain('at any rate.');
  });

  it('are named where they do better, whatever the gain', () => {
    const difference = { estimate: -0.5, lower: -0.9, upper: -0.1 };
    for (const ends of [{ lower: -0.2 }, { lower: -2, upper: -0.6 }])
      expect(evidence({ ...ends, rival: { ...rival, difference } })).toMatch(
        / Thresholding confidence does better \(\+0\.1 to \+0\.9 points\)\.$/,
      );
    const same = 'Picking as many cases at random: no clear difference (−0.5 to +0.2 points).';
    for (const ends of [{ lower: 0.3 }, { lower: -0.2 }, { lower: -2, upper: -0.6 }])
      expect(evidence({ ...ends, overRandom: over(-0.5, 0.2) })).toContain(same);
    expect(evidence({ overRandom: over(-0.9, -0.2) })).toMatch(
      / Picking as many cases at random does better \(\+0\.2 to \+0\.9 points\)\.$/,
    );
    expect(evidence({ overRandom: over(0.1, 0.9) })).not.toContain('random');
  });
});

describe('the claim where answers have a price', () => {
  type Share = { readonly estimate: number; readonly lower: number; readonly upper: number };
  const priced = (
    difference: [number, number, number],
    more: Partial<ReportData> = {},
    share?: Share,
  ) =>
    withFinding(
      { value: 71.3, expertValue: 70.4, modelValue: 64, gain: 7.3, lower: 5.9, upper: 8.6 },
      {
        expert: { name: 'Pro', kind: 'right or wrong' },
        model: { name: 'Flash' },
        costs: {
          currency: '$',
          beside: {
            difference: { estimate: difference[0], lower: difference[1], upper: difference[2] },
            share: share ?? { estimate: 0.771, lower: 0.752, upper: 0.793 },
            spent: 0.000407,
            expertSpends: 0.000528,
          },
          rows: [{ label: 'all', rate: 1, cost: 0.000567 }],
          notes: [],
        },
        ...more,
      },
    );

  it('is about cost and accuracy together', () => {
    expect(claimOf(priced([0.9, -0.2, 2]))).toEqual({
      claim: "All of Pro's accuracy at 77 % of the cost.",
      evidence:
        'Sending 20 % of cases to Pro gives 71.3 % accuracy; Pro alone has 70.4 %, Flash alone 64.0 %. Against Pro alone: +0.9 points (95 % interval −0.2 to +2.0), for $0.407 instead of $0.528 per 1,000 cases (75 % to 79 % of the cost).',
    });
  });

  it('is as large as the interval carries', () => {
    expect(claimOf(priced([1.5, 0.3, 2.7])).claim).toBe(
      'Better than Pro alone, at 77 % of the cost.',
    );
    expect(claimOf(priced([-0.1, -0.9, 0.7])).claim).toBe(
      "Pro's accuracy, within 1 point, at 77 % of the cost.",
    );
    expect(claimOf(priced([0.2, -1.1, 1.5])).claim).toBe(
      "No clear difference from Pro's accuracy, at 77 % of the cost.",
    );
    expect(claimOf(priced([-2, -3, -1])).claim).toBe(
      '7.3 points above Flash, 2.0 below Pro, at 77 % of the cost.',
    );
  });

  it('speaks of no saving where the interval of the cost reaches all of it', () => {
    const share = { estimate: 0.99, lower: 0.97, upper: 1.01 };
    const { claim, evidence } = claimOf(priced([0, -0.3, 0.3], {}, share));
    expect(claim).toBe('No clear saving against asking Pro about every case.');
    expect(evidence).toContain('(97 % to 101 % of the cost)');
    expect(claimOf(priced([1.5, 0.3, 2.7], {}, share)).claim).toBe(
      'Better than Pro alone, at about the same cost.',
    );
  });

  it('is about accuracy alone where asking gains nothing for sure', () => {
    const none = priced([0.9, -0.2, 2]);
    const unclear = { ...none, finding: { ...none.finding, lower: -1 } };
    expect(claimOf(unclear).claim).toContain('no clear difference to accuracy');
  });
});

describe('the sentences below the claim', () => {
  it('name who is ahead of the finding for sure, and what to do about it', () => {
    const { claim, evidence: carried } = claimOf(withFinding({}));
    expect(headlineText(withFinding({}))).toBe(`${claim} ${carried}`);
    const difference = { estimate: 1.1, lower: 0.52, upper: 1.71 };
    const ahead = { method: 'linear', value: 87.21, difference, among: 4 };
    const beaten = withFinding({ ahead, advice: 'Try another.' });
    expect(aheadSentence(beaten)).toBe(
      'At 20 % Linear comparison does better than Density ratio (GCE loss): accuracy 87.2 % (difference +0.5 to +1.7 points, an interval that holds for all 4 other methods at once).',
    );
    expect(headlineText(beaten)).toMatch(/at once\)\. Try another\.$/);
    expect(aheadSentence(withFinding({ ahead: { ...ahead, among: 1 } }))).toMatch(/points\)\.$/);
    const page = renderReport(beaten);
    expect(page).toContain('does better than Density ratio (GCE loss)');
    expect(page).toContain('Try another.');
  });

  it('deployedSentence tells asked from realised', () => {
    const deployed = { calibrationRows: 2480, threshold: 0.1, rate: 0.213, value: 86.04 };
    expect(deployedSentence(withFinding({ deployed }))).toBe(
      'The policy to deploy keeps 2,480 fitting rows aside, on which its threshold is set to hand over 20 %. On the test rows it handed over 21.3 %; the accuracy was 86.0 %. The curves learn from all fitting rows.',
    );
    expect(deployedSentence(withFinding({ deployed: undefined }))).toBeNull();
  });

  it('choiceSentence names the method, what auto chose, and when', () => {
    expect(choiceSentence(base)).toMatch(
      /^The method, Density ratio \(GCE loss\), was set .*before the test rows/,
    );
    const methods = base.methods.map((method) => ({ ...method, chosen: 'linear' }));
    expect(choiceSentence({ ...base, methods })).toContain('(it chose Linear comparison)');
  });

  it('rateSentence says who set the rate, and nothing where the user did', () => {
    expect(rateSentence(withFinding({ rate: 0.15, rateFrom: 'verdict' }))).toBe(
      'The rate, 15 %, was chosen on the fitting rows alone: it has the highest lower bound on the gain there.',
    );
    // A verdict that found no clear gain is another reason than no verdict.
    const usual = withFinding({ rateFrom: 'default' });
    expect(rateSentence({ ...usual, verdict: 'It could not tell.' })).toBe(
      'The rate, 20 %, is the default: the fitting rows showed a clear gain at no rate.',
    );
    expect(rateSentence({ ...usual, verdict: undefined })).toBe('The rate, 20 %, is the default.');
    expect(rateSentence(withFinding({ rateFrom: 'matches-expert' }))).toContain(
      'at which cross-validation loses at most half a point against asking the moderator always',
    );
    expect(rateSentence(withFinding({ rate: 1, rateFrom: 'always' }))).toContain(
      'asking the moderator about every case saves for certain there',
    );
    expect(claimOf(withFinding({ rate: 1, rateFrom: 'always' })).claim).toMatch(
      /^Sending every case to/,
    );
    expect(rateSentence(withFinding({ rateFrom: 'asked' }))).toBeNull();
    expect(rateSentence(withFinding({ rateFrom: 'budget' }))).toContain('what the budget pays for');
    expect(rateSentence(base)).toBeNull();
    const rateFrom = 'verdict' as const;
    expect(renderReport(withFinding({ rateFrom }))).toContain('The rate, 20\u00a0%, was chosen on');
    expect(renderReport(base)).not.toContain('The rate, ');
  });

  it('answeredSentence says which rows figures are about', () => {
    const test = { ...base.test, rows: 200, unanswered: 40 };
    expect(answeredSentence({ ...base, test })).toMatch(/answered 200 of the 240 test rows\. All/);
    expect(answeredSentence(base)).toBeNull();
  });
});
