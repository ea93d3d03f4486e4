import { describe, expect, it } from 'vitest';
import { VERDICT_RATES } from './verdict.js';
import { verdictSentence } from './verdict-sentence.js';

const at = (deferRates: readonly number[], conf = { lower: -0.001, upper: 0.0028 }) =>
  verdictSentence({
    kind: 'defer',
    rows: 1000,
    worth: 0.005,
    confidence: 0.95,
    gains: VERDICT_RATES.map((rate) => ({
      rate,
      estimate: 0.02,
      lower: -0.00001,
      upper: 0.03,
      against: 'model' as const,
    })),
    deferRates,
    bestRate: 0.1,
    critical: 2.8,
    modelAccuracy: 0.8,
    expertAccuracy: 0.7,
    bestConstant: 'model',
    expertOverModel: { estimate: -0.1, standardError: 0.01, lower: -0.12, upper: -0.08 },
    controls: [
      {
        name: 'conf',
        estimate: VERDICT_RATES.map(() => 0.001),
        lower: VERDICT_RATES.map(() => conf.lower),
        upper: VERDICT_RATES.map(() => conf.upper),
      },
    ],
    headroom: 0.1,
    rowsNeeded: 0,
  });

describe('verdictSentence', () => {
  it.each([
    [[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7], '5 to 70'],
    [[0.1], '10'],
    [[0.1, 0.15], '10 or 15'],
    [[0.05, 0.1, 0.15, 0.3, 0.6, 0.7, 0.8], '5 to 15, 30 or 60 to 80'],
    [[0.05, 0.15, 0.4], '5, 15 or 40'],
  ])('writes the rates %j as "%s"', (rates, written) => {
    expect(at(rates)).toContain(`Defer: at a rate of ${written} % handing over`);
  });

  it('has a real minus sign, and none before a zero', () => {
    expect(at([0.1])).toContain('(difference −0.10 to 0.28 points)');
    expect(at([0.1])).toContain('over all rates 0.00 to 3.00');
    expect(at([0.1])).not.toMatch(/-\d/);
  });
});
