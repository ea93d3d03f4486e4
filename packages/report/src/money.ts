import { fixed } from '@cede/core';
import { withUnit } from './number.js';
import type { CostSection } from './report-data.js';

/** How a report writes amounts: one currency and one number of cases for all of them. */
export interface Purse {
  readonly currency: string;
  readonly per: 1 | 1_000 | 1_000_000;
  readonly decimals: number;
}

/** A tenth of a cent is nothing to picture: such costs are given per 1,000 or per million cases. */
export function casesFor(costs: readonly number[]): Purse['per'] {
  const largest = Math.max(...costs.map(Math.abs), 0);
  return largest >= 0.1 || largest === 0 ? 1 : largest >= 1e-4 ? 1_000 : 1_000_000;
}

/** One purse for all costs of a report. */
export function purseOf({ rows, currency = '' }: Pick<CostSection, 'rows' | 'currency'>): Purse {
  const largest = Math.max(...rows.map(({ cost }) => Math.abs(cost)), 0);
  const per = casesFor([largest]);
  const shown = largest * per;
  return { currency, per, decimals: shown >= 1_000 ? 0 : shown >= 1 ? 2 : 3 };
}

/** "$2.06", "2.06 CHF", "2.06"; of a cost per case, for as many cases as the purse says. */
export function money(value: number, { currency, per, decimals }: Purse): string {
  const amount = fixed(Math.abs(value) * per, decimals);
  const sign = value < 0 && Number(amount) !== 0 ? '−' : '';
  return withUnit(`${sign}${amount}`, currency);
}

/** As in the columns of a table, whose caption names the currency. */
export const bareMoney = (value: number, purse: Purse): string =>
  money(value, { ...purse, currency: '' });

/** "cost per 1,000 cases, $": the caption of such a table. */
export const costCaption = (purse: Purse): string =>
  `cost ${perCases(purse)}${purse.currency && `, ${purse.currency}`}`;

/** "per 1,000 cases" */
export const perCases = ({ per }: Pick<Purse, 'per'>): string =>
  per === 1 ? 'per case' : per === 1_000 ? 'per 1,000 cases' : 'per million cases';
