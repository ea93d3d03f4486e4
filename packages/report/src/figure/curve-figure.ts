import type { Family } from '@cede/core';
import { perCases, purseOf } from '../money.js';
import type { BandMeaning, ReportData, Target } from '../report-data.js';

/**
 * What a figure of curves needs. A report's own data is one (accuracy or loss by rate); what it
 * knows of costs makes others.
 */
export interface CurveFigure {
  readonly target: Target;
  readonly band: BandMeaning;
  /** The rates at which curves are drawn, ascending. */
  readonly grid: readonly number[];
  readonly expert: { readonly name: string };
  readonly model?: ReportData['model'];
  /** Where there is nobody to ask: rates are shares of cases answered. */
  readonly rejection?: ReportData['rejection'];
  readonly methods: readonly FigureMethod[];
  readonly random: FigureLine;
  readonly oracle: FigureLine;
  readonly finding: {
    readonly method: string;
    readonly rate: number;
    /** Where every curve starts: the model alone. */
    readonly modelValue: number;
    /** Where every curve ends: the expert alone. */
    readonly expertValue?: number;
    readonly rival?: { readonly method: string };
  };
  /** What the horizontal axis measures where it isn't the rate. */
  readonly along?: { readonly title: string };
}

/** One number per rate of the grid in every list. */
export interface FigureLine {
  readonly values: readonly number[];
  /** Where each value stands on the horizontal axis, where that isn't the rate. */
  readonly along?: readonly number[];
}

export interface FigureMethod extends FigureLine {
  readonly name: string;
  readonly label?: string;
  readonly family: Family;
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
}

/** Mean cost per case, by the rate or by what is spent on answers. */
export function costFigure(data: ReportData, axis: 'rate' | 'spending'): CurveFigure {
  const { curves } = data.costs!;
  const purse = purseOf(data.costs!);
  const scaled = (list: readonly number[]) => list.map((value) => value * purse.per);
  const scaledLine = <Line extends object>(given: Line): Line =>
    Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        Array.isArray(value) ? scaled(value) : value,
      ]),
    ) as Line;
  const { method, rate, rival } = data.finding;
  const line = <Line extends { readonly spent: readonly number[] }>(given: Line) => {
    const { spent, ...rest } = scaledLine(given);
    return axis === 'spending' ? { ...rest, along: spent } : rest;
  };
  return {
    target: {
      kind: 'cost',
      name: `cost ${perCases(purse)}`,
      unit: purse.currency,
      differenceUnit: purse.currency,
      higherIsBetter: false,
    },
    band: data.band,
    grid: data.grid,
    expert: data.expert,
    model: data.model,
    methods: data.methods.map(({ name, label, family }) => ({
      label,
      family,
      ...line(curves!.methods.find((one) => one.name === name)!),
    })),
    random: line(curves!.random),
    oracle: line(curves!.oracle),
    finding: {
      ...{ method, rate, rival },
      modelValue: purse.per * curves!.random.values[0],
      expertValue: purse.per * curves!.random.values[curves!.random.values.length - 1],
    },
    ...(axis === 'spending' && {
      along: {
        title: `Spent on answers ${perCases(purse)}${purse.currency && `, ${purse.currency}`}`,
      },
    }),
  };
}
