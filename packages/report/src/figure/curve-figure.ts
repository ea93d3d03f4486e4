import type { Family } from '@cede/core';
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
  const { curves, unit } = data.costs!;
  const { method, rate, rival } = data.finding;
  const line = <Line extends { readonly spent: readonly number[] }>({ spent, ...rest }: Line) =>
    axis === 'spending' ? { ...rest, along: spent } : rest;
  return {
    target: {
      kind: 'cost',
      name: `mean cost ${unit}`,
      unit: '',
      differenceUnit: '',
      higherIsBetter: false,
    },
    band: data.band,
    grid: data.grid,
    expert: data.expert,
    methods: data.methods.map(({ name, label, family }) => ({
      label,
      family,
      ...line(curves!.methods.find((one) => one.name === name)!),
    })),
    random: line(curves!.random),
    oracle: line(curves!.oracle),
    finding: { method, rate, rival, modelValue: curves!.random.values[0] },
    ...(axis === 'spending' && {
      along: { title: `Spent on answers ${unit}` },
    }),
  };
}
