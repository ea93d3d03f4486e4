import { describe, expect, it } from 'vitest';
import { VERDICT_RATES } from './verdict.js';
import type { Verdict } from './verdict-result.js';
import { verdictSentence } from './verdict-sentence.js';

const base: Omit<Verdict, 'sentence'> = {
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
  deferRates: [0.1],
  bestRate: 0.1,
  critical: 2.8,
  modelAccuracy: 0.8,
  expertAccuracy: 0.7,
  bestConstant: 'model',
  expertOverModel: { estimate: -0.1, standardError: 0.01, lower: -0.12, upper: -0.08 },
  controls: [],
  headroom: 0.1,
  rowsNeeded: 0,
};

const conf = (lower: number, upper: number): Verdict['controls'] => [
  {
    name: 'conf',
    estimate: VERDICT_RATES.map(() => (lower + upper) / 2),
    lower: VERDICT_RATES.map(() => lower),
    upper: VERDICT_RATES.map(() => upper),
  },
];

const at = (deferRates: readonly number[]) =>
  verdictSentence({ ...base, deferRates, controls: conf(-0.001, 0.0028) });

describe('verdictSentence', () => {
  it.each([
    [[0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7], '5 to 70'],
    [[0.01, 0.02, 0.03, 0.075], '1 to 3 or 7.5'],
    [[0.1], '10'],
    [[0.1, 0.15], '10 or 15'],
    [[0.05, 0.075, 0.1, 0.15, 0.3, 0.6, 0.7, 0.8], '5 to 15, 30 or 60 to 80'],
    [[0.05, 0.15, 0.4], '5, 15 or 40'],
  ])('writes the rates %j as "%s"', (rates, written) => {
    expect(at(rates)).toContain(`Defer: at a rate of ${written} % handing over`);
  });

  it('groups the digits of the rows it needs', () => {
    expect(verdictSentence({ ...base, kind: 'cannot-tell', rowsNeeded: 34_289 })).toContain(
      'About 35,289 rows (34,289 more) would show a gain of 0.75 points with 80 % probability.',
    );
    expect(verdictSentence({ ...base, kind: 'cannot-tell', rowsNeeded: null })).toContain(
      'These rows would have shown a gain of 0.75 points with 80 % probability.',
    );
  });

  it('has a real minus sign, and none before a zero', () => {
    expect(at([0.1])).toContain('(difference −0.10 to 0.28 points)');
    expect(at([0.1])).toContain('95 % lower bound over all rates 0.00)');
    expect(at([0.1])).not.toMatch(/-\d/);
  });

  it('claims what is certain, a gain, apart from what is estimated, its size', () => {
    expect(at([0.1, 0.15])).toContain(
      'handing over beats the better of the model alone and random hand-over, by an estimated 0.50 points or more; most at 10 %, by 2.00 points (',
    );
    expect(at([0.1])).toContain('random hand-over, by an estimated 2.00 points (95 % lower bound');
    expect(at([0.1])).not.toContain('at least');
  });

  it('names as the best a rate that it advises', () => {
    const gains = base.gains.map((gain) => ({
      ...gain,
      // The largest estimate is at 40 %, which is not advised.
      estimate: gain.rate === 0.4 ? 0.05 : gain.rate === 0.6 ? 0.03 : 0.02,
      lower: gain.rate === 0.4 ? -0.01 : 0.001,
    }));
    const controls = conf(-0.001, 0.0028).map((control) => ({
      ...control,
      lower: VERDICT_RATES.map((rate) => (rate === 0.6 ? 0.001 : -0.001)),
    }));
    const verdict = { ...base, gains, bestRate: 0.4, deferRates: [0.5, 0.6, 0.7], controls };
    expect(verdictSentence(verdict)).toContain('most at 60 %, by 3.00 points');
    expect(verdictSentence(verdict)).toContain("points more than the model's own confidence");
    expect(verdictSentence({ ...verdict, kind: 'cannot-tell', rowsNeeded: 9 })).toContain(
      'a gain of 5.00 points at a rate of 40 %',
    );
  });

  it('says that confidence does better where it does, and nothing of it beside itself', () => {
    const behind = { ...base, controls: conf(-0.0474, -0.0127) };
    expect(verdictSentence(behind)).toMatch(
      /The model's own confidence does better there, by 3\.0\d points \(1\.27 to 4\.74\)\.$/,
    );
    expect(verdictSentence({ ...behind, method: 'linear' })).toContain('confidence');
    expect(verdictSentence({ ...behind, method: 'conf' })).not.toContain('confidence');
  });

  it('says what always asking gives where no rate advised reaches it', () => {
    const over = (expertAccuracy: number) =>
      verdictSentence({
        ...base,
        gains: base.gains.map((gain) => ({ ...gain, against: 'random' as const })),
        deferRates: [0.8, 0.9],
        modelAccuracy: 0.5,
        expertAccuracy,
      });
    // At 90 %: 50 + 0.9 · 40 + 2.
    expect(over(0.9)).toMatch(
      /Always asking the expert gives more: 90\.00 % accuracy, against 88\.00 % at a rate of 90 %\.$/,
    );
    expect(over(0.72)).toContain('gives more'); // 71.8 at 90 %
    expect(over(0.68)).not.toContain('gives more'); // 68.2
    expect(at([0.1])).not.toContain('gives more');
  });

  it('names the expert where there are several', () => {
    const expertOverModel = { estimate: 0.1, standardError: 0.01, lower: 0.08, upper: 0.12 };
    const told = { ...base, expert: 'nurse', expertOverModel, expertAccuracy: 0.9 };
    expect(verdictSentence(told)).toContain('handing over to nurse beats');
    expect(verdictSentence(told)).toMatch(
      /^Always asking nurse beats .* Always asking nurse gives/,
    );
    expect(verdictSentence({ ...told, kind: 'not-worth-it' })).toContain(
      'Not worth it: no rate of handing over to nurse gains 0.50 points',
    );
    expect(verdictSentence({ ...told, kind: 'cannot-tell' })).toContain(
      'the best estimate for handing over to nurse is a gain of',
    );
    for (const kind of ['defer', 'not-worth-it', 'cannot-tell'] as const)
      expect(verdictSentence({ ...base, kind })).not.toContain(' to the expert');
  });
});

describe('always asking, in a verdict', () => {
  it('comes with its interval, and is no claim where that holds 0', () => {
    const expertOverModel = { estimate: 0.1, standardError: 0.01, lower: 0.08, upper: 0.12 };
    expect(verdictSentence({ ...base, expertOverModel })).toMatch(
      /^Always asking the expert beats the model alone by 10\.00 points \(95 % interval 8\.00 to 12\.00\)\./,
    );
    const unclear = { ...expertOverModel, lower: -0.01 };
    expect(verdictSentence({ ...base, expertOverModel: unclear })).toMatch(
      /Between always asking the expert and the model alone there is no clear difference: 10\.00 points \(95 % interval −1\.00 to 12\.00\)\.$/,
    );
  });
});
