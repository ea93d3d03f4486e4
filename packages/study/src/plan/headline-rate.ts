import type { Verdict } from '@cede/core';

/** The rate a headline is about, and who set it: never the test table. */
export interface HeadlineRate {
  readonly rate: number;
  readonly rateFrom: 'asked' | 'budget' | 'verdict' | 'default';
}

/** Where nobody asked for a rate and the fitting table names none. */
export const DEFAULT_RATE = 0.2;

/**
 * Of the rates at which the fitting table says *defer*, the one whose gain is surest: the largest
 * lower end of the intervals that hold at all rates at once, so that picking costs no honesty. The
 * largest estimate would be the luckiest rate instead. Equal ends: fewer cases handed over.
 */
export function headlineRate(
  asked: number | undefined,
  verdict: Pick<Verdict, 'gains' | 'deferRates'> | null,
): HeadlineRate {
  if (asked !== undefined) return { rate: asked, rateFrom: 'asked' };
  const open = verdict?.gains.filter(({ rate }) => verdict.deferRates.includes(rate)) ?? [];
  if (open.length === 0) return { rate: DEFAULT_RATE, rateFrom: 'default' };
  const surest = open.reduce((a, b) => (b.lower > a.lower ? b : a));
  return { rate: surest.rate, rateFrom: 'verdict' };
}
