import { describe, expect, it } from 'vitest';
import { exampleData } from '../test/example.js';
import {
  choiceSentence,
  deployedSentence,
  headlineSentence,
  headlineText,
  outcome,
  rateSentence,
} from './headline.js';
import { renderReport } from './html/render-report.js';
import type { Headline, ReportData, Rival } from './report-data.js';

const base = exampleData({ rows: 200, stops: 11 });
const rival: Rival = {
  method: 'conf',
  phrase: 'thresholding confidence',
  rate: 0.26,
  difference: { estimate: 0.5, lower: 0.1, upper: 0.9 },
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

describe('headlineText', () => {
  it('says after the finding who is ahead of it for sure, and what to do about it', () => {
    expect(headlineText(withFinding({}))).toBe(headlineSentence(withFinding({})));
    const difference = { estimate: 1.1, lower: 0.52, upper: 1.71 };
    const ahead = { method: 'linear', value: 87.21, difference, among: 4 };
    const beaten = withFinding({ ahead, advice: 'Try another.' });
    expect(headlineText(beaten)).toBe(
      `${headlineSentence(beaten)} But at 20 % linear does better than drcpe-gce: accuracy 87.2 % (difference +0.5 … +1.7 points, 95 % interval that holds for all 4 other methods at once). Try another.`,
    );
    expect(headlineText(withFinding({ ahead: { ...ahead, among: 1 } }))).toMatch(
      /95 % interval\)\.$/,
    );
    expect(renderReport(beaten)).toContain('does better than drcpe-gce');
  });
});

describe('headlineSentence', () => {
  it('says the numbers of the data', () => {
    expect(headlineSentence(withFinding({}))).toBe(
      'Handing 20 % of cases to the moderator lifts accuracy from 85.3 % to 86.1 % (+0.3 … +1.3 points, 95 % interval); thresholding confidence needs 26 % for that.',
    );
  });

  it('says so where the rival never gets there or gets there sooner, and is silent where there is none', () => {
    expect(headlineSentence(withFinding({ rival: { ...rival, rate: null } }))).toContain(
      'confidence reaches that at no rate.',
    );
    expect(headlineSentence(withFinding({ rival: { ...rival, rate: 0.06 } }))).toContain(
      'confidence needs only 6 % for that.',
    );
    expect(headlineSentence(withFinding({ rival: undefined }))).toMatch(/95 % interval\)\.$/);
  });

  it('calls the rival different only where the paired interval does', () => {
    const near = { estimate: 0.08, lower: -0.1, upper: 0.284 };
    for (const rate of [null, 0.06, 0.26])
      expect(
        headlineSentence(withFinding({ rival: { ...rival, rate, difference: near } })),
      ).toMatch(
        /; thresholding confidence does about as well there \(difference −0\.1 … \+0\.3 points\)\.$/,
      );
    // Better at this rate, but what the rival reaches elsewhere can't be told from it.
    const best = { rate: 0.4, difference: { estimate: 0.08, lower: -0.06, upper: 0.2 } };
    expect(headlineSentence(withFinding({ rival: { ...rival, rate: null, best } }))).toMatch(
      /; thresholding confidence does worse there, and about as well at its best rate, 40 % \(difference between 20 % here and 40 % there −0\.06 … \+0\.20 points\)\.$/,
    );
    const far = { ...best, difference: { ...best.difference, lower: 0.01 } };
    expect(headlineSentence(withFinding({ rival: { ...rival, rate: null, best: far } }))).toContain(
      'confidence reaches that at no rate.',
    );
  });

  it('claims no gain that the interval does not carry, and no rival then', () => {
    const sentence = headlineSentence(withFinding({ lower: -0.2 }));
    expect(sentence).toContain("a gain can't be told from none");
    expect(sentence).not.toMatch(/lifts|needs/);
  });

  it('says so where handing over at random does as well or better, whatever the gain', () => {
    const over = (lower: number, upper: number) => ({ estimate: 0, lower, upper });
    const same =
      '; handing over the same share at random does about as well (difference −0.5 … +0.2 points).';
    for (const ends of [{ lower: 0.3 }, { lower: -0.2 }, { lower: -2, upper: -0.6 }])
      expect(headlineSentence(withFinding({ ...ends, overRandom: over(-0.5, 0.2) }))).toContain(
        same,
      );
    expect(headlineSentence(withFinding({ overRandom: over(-0.9, -0.2) }))).toMatch(
      /needs 26 % for that; handing over the same share at random does better \(difference −0\.9 … −0\.2 points\)\.$/,
    );
    expect(headlineSentence(withFinding({ overRandom: over(0.1, 0.9) }))).not.toContain('random');
    const target = { ...base.target, kind: 'loss' as const, higherIsBetter: false };
    const loss = { lower: -1.26, upper: -0.3, rival: undefined };
    const written = (lower: number, upper: number) =>
      headlineSentence(withFinding({ ...loss, overRandom: over(lower, upper) }, { target }));
    expect(written(0.1, 0.9)).toContain('at random does better');
    expect(written(-0.9, -0.1)).not.toContain('random');
  });

  it('names a rival that is ahead for sure where there is no gain either', () => {
    const difference = { estimate: -0.5, lower: -0.9, upper: -0.1 };
    for (const ends of [{ lower: -0.2 }, { lower: -2, upper: -0.6 }])
      expect(headlineSentence(withFinding({ ...ends, rival: { ...rival, difference } }))).toMatch(
        /; thresholding confidence does better there \(difference −0\.9 … −0\.1 points\)\.$/,
      );
  });

  it('is followed by the advice, in the report', () => {
    const advised = renderReport(withFinding({ advice: 'Try something else.' }));
    expect(advised).toContain('for that. Try something else.</p>');
  });

  it('says plainly that it got worse', () => {
    const worse = withFinding({ value: 84, gain: -1.3, lower: -2, upper: -0.6 });
    expect(headlineSentence(worse)).toContain(
      'makes it worse: it lowers accuracy from 85.3 % to 84.0 %',
    );
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
    const cheaper = withFinding(cost, { target });
    expect(outcome(cheaper)).toBe('better');
    expect(headlineSentence(cheaper)).toContain(
      'lowers cost per case from 2.500 € to 2.250 € (−0.400 … −0.100 €, 95 % interval)',
    );
  });
});

describe('the sentences below it', () => {
  it('deployedSentence tells asked from realised', () => {
    const deployed = { calibrationRows: 2480, threshold: 0.1, rate: 0.213, value: 86.04 };
    expect(deployedSentence(withFinding({ deployed }))).toBe(
      'With its threshold fixed beforehand on 2,480 calibration rows to hand over 20 %, it handed over 21.3 % of the test rows, at accuracy 86.0 %.',
    );
    expect(deployedSentence(withFinding({ deployed: undefined }))).toBeNull();
  });

  it('choiceSentence names the method, what auto chose, and when', () => {
    expect(choiceSentence(base)).toMatch(
      /^The method is drcpe-gce, chosen .*before the test table/,
    );
    const methods = base.methods.map((method) => ({ ...method, chosen: 'linear' }));
    expect(choiceSentence({ ...base, methods })).toContain('drcpe-gce (it chose linear), chosen');
  });

  it('rateSentence says who set the rate, and nothing where the user did', () => {
    expect(rateSentence(withFinding({ rate: 0.15, rateFrom: 'verdict' }))).toBe(
      'The rate, 15 %, was chosen on the fitting rows before the test rows were looked at: of the rates at which they said that handing over pays, the one with the surest gain.',
    );
    expect(rateSentence(withFinding({ rateFrom: 'default' }))).toBe(
      'The rate, 20 %, is the default: no verdict on the fitting rows names another.',
    );
    expect(rateSentence(withFinding({ rateFrom: 'asked' }))).toBeNull();
    expect(rateSentence(withFinding({ rateFrom: 'budget' }))).toContain('what the budget pays for');
    expect(rateSentence(base)).toBeNull();
    const rateFrom = 'verdict' as const;
    expect(renderReport(withFinding({ rateFrom }))).toContain('The rate, 20\u00a0%, was chosen on');
    expect(renderReport(base)).not.toContain('The rate, ');
  });
});
