import { describe, expect, it } from 'vitest';
import { DEFAULT_RATE, headlineRate } from './headline-rate.js';

/** Gains as a verdict lists them: [rate, estimate, lower]. */
const verdict = (deferRates: number[], ...gains: [number, number, number][]) => ({
  deferRates,
  expertOverModel: { estimate: 0.06, standardError: 0.01, lower: 0.04, upper: 0.08 },
  gains: gains.map(([rate, estimate, lower]) => ({
    rate,
    estimate,
    lower,
    upper: 2 * estimate - lower,
    against: 'model' as const,
  })),
});

describe('headlineRate', () => {
  it('takes what was asked, whatever the verdict says', () => {
    const sure = verdict([0.1], [0.1, 0.03, 0.02]);
    expect(headlineRate(0.35, sure)).toEqual({ rate: 0.35, rateFrom: 'asked' });
    expect(headlineRate(0, sure)).toEqual({ rate: 0, rateFrom: 'asked' });
  });

  it('takes the largest lower end, not the largest estimate', () => {
    const open = verdict(
      [0.1, 0.15, 0.2],
      [0.1, 0.01, 0.002],
      [0.15, 0.02, 0.004],
      [0.2, 0.03, 0.001],
    );
    expect(headlineRate(undefined, open)).toEqual({ rate: 0.15, rateFrom: 'verdict' });
  });

  it('looks only where the verdict says defer', () => {
    // Surely above 0 at 5 %, but less than is worth it.
    const small = verdict([0.2], [0.05, 0.004, 0.003], [0.2, 0.02, 0.001]);
    expect(headlineRate(undefined, small).rate).toBe(0.2);
  });

  it('hands over fewer cases where two are equally sure', () => {
    const even = verdict([0.1, 0.2], [0.1, 0.01, 0.004], [0.2, 0.02, 0.004]);
    expect(headlineRate(undefined, even).rate).toBe(0.1);
  });

  it('goes by savings where errors have a price, whatever accuracy says', () => {
    const right = verdict([0.2], [0.1, 0.01, 0.001], [0.2, 0.03, 0.02]);
    const priced = (always: number, ...gains: Parameters<typeof verdict>) => ({
      ...verdict(...gains),
      alwaysAsking: { estimate: always + 1, standardError: 0.5, lower: always, upper: always + 2 },
    });
    const saves = priced(1, [0.1], [0.1, 3, 1], [0.2, 5, -1]);
    expect(headlineRate(undefined, { ...right, costs: saves })).toEqual({
      rate: 0.1,
      rateFrom: 'verdict',
    });
    // Nothing saves for sure: the rate that comes nearest, and not the default, which may be a dear one.
    const none = (always: number) =>
      priced(always, [], [0.1, -2, -3], [0.2, 1, -1.5], [0.3, 2, -4]);
    expect(headlineRate(undefined, { ...right, costs: none(-0.1) })).toEqual({
      rate: 0.2,
      rateFrom: 'costs',
    });
    // Which cases to ask about can't be told, but that asking pays.
    expect(headlineRate(undefined, { ...right, costs: none(0.1) })).toEqual({
      rate: 1,
      rateFrom: 'always',
    });
  });

  it('falls back where the verdict names no rate, or there is none', () => {
    const fallback = { rate: DEFAULT_RATE, rateFrom: 'default' };
    expect(headlineRate(undefined, verdict([], [0.1, 0.01, -0.01]))).toEqual(fallback);
    expect(headlineRate(undefined, null)).toEqual(fallback);
    expect(DEFAULT_RATE).toBe(0.2);
  });

  it('takes the lowest rate that matches a better expert, where only answers have a price', () => {
    const overExpert = [
      { rate: 0.2, estimate: -0.01, lower: -0.0051, upper: 0 },
      { rate: 0.5, estimate: 0.004, lower: -0.0049, upper: 0.013 },
      { rate: 0.7, estimate: 0.012, lower: 0.001, upper: 0.02 },
    ];
    const better = { ...verdict([0.2], [0.2, 0.047, 0.03]), overExpert };
    expect(headlineRate(undefined, better, true)).toEqual({
      rate: 0.5,
      rateFrom: 'matches-expert',
    });
    expect(headlineRate(undefined, better).rateFrom).toBe('verdict');
    expect(headlineRate(0.1, better, true).rateFrom).toBe('asked');
    // Nobody asks for as much as an expert that is not clearly better.
    const level = { ...better, expertOverModel: { ...better.expertOverModel, lower: -0.01 } };
    expect(headlineRate(undefined, level, true).rateFrom).toBe('verdict');
    const never = { ...better, overExpert: overExpert.slice(0, 1) };
    expect(headlineRate(undefined, never, true).rateFrom).toBe('verdict');
  });
});
