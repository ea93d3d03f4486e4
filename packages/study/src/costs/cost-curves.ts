import {
  answerCosts,
  bootstrapCurves,
  type CaseCosts,
  type Curve,
  deferralCurve,
  type Replicates,
  randomLine,
  rankScores,
  type Scores,
  type Table,
} from '@cede/core';
import {
  type BandKind,
  bandOf,
  GRID,
  meanAt,
  RESAMPLES,
  seedBand,
  valueIntervals,
} from '../curves/bands.js';
import type { MethodScores } from '../scores/method-scores.js';

/** Mean cost per case along the grid. */
export interface CostCurves {
  readonly methods: readonly (CostLine & {
    readonly name: string;
    readonly lower?: readonly number[];
    readonly upper?: readonly number[];
  })[];
  readonly random: CostLine;
  /** Knows what each case will cost. */
  readonly oracle: CostLine;
  /** Whether experts' answers differ in cost, so that spending is another axis than the rate. */
  readonly spendingDiffers: boolean;
}

/** Along the grid: what a case costs in all, and what of it goes for answers. */
export interface CostLine {
  readonly values: readonly number[];
  readonly spent: readonly number[];
}

/** A method's curve against cost, and what of it goes for answers; a curve a seed. */
interface Costed {
  readonly name: string;
  readonly curves: readonly Curve[];
  readonly bills: readonly Curve[];
}

export interface CostedMethods {
  readonly curves: CostCurves;
  /** Rows and seeds drawn again: every method's cost at every rate of the grid. */
  readonly replicates: Replicates;
  /** A method's band at each rate by itself; of random and the oracle none. */
  readonly bandAt: (name: string) => { lower?: readonly number[]; upper?: readonly number[] };
  /** A method, random or the oracle at any rate, which need not be one of the grid. */
  readonly costAt: (name: string, rate: number) => { cost: number; spent: number };
}

/** Mean cost per case along the grid, for every method; random and the oracle for comparison. */
export function costCurves(
  methods: readonly MethodScores[],
  table: Table,
  expert: number,
  { kept, handed }: CaseCosts,
  options: {
    readonly seed: number;
    readonly bands?: BandKind;
    /** The method whose band holds at all rates at once. */
    readonly chosen?: string;
  },
): CostedMethods {
  const answers = answerCosts(table, expert);
  const real = methods.filter(({ name }) => name !== 'random' && name !== 'oracle');
  const replicates = bootstrapCurves(
    {
      modelValue: kept,
      expertValue: handed,
      methods: real.map(({ name, scores }) => ({ name, scores })),
      rates: GRID,
      weight: table.weight,
      clusters: table.cluster?.index,
    },
    { resamples: RESAMPLES, seed: options.seed },
  );
  const costed = (name: string, scores: readonly Scores[]): Costed => ({
    name,
    curves: scores.map((each) => deferralCurve(each, kept, handed, table.weight)),
    bills: scores.map((each) => deferralCurve(each, answers.kept, answers.handed, table.weight)),
  });
  const along = ({ curves, bills }: Costed) => ({
    values: GRID.map((rate) => meanAt({ curves }, rate)),
    spent: GRID.map((rate) => meanAt({ curves: bills }, rate)),
  });
  // What the oracle of costs wants first is what saves most.
  const oracle = costed('oracle', [rankScores(handed.map((cost, i) => cost - kept[i]))]);
  const ends = ([curve]: readonly Curve[]) =>
    randomLine(curve.values[0], curve.values[curve.values.length - 1]);
  const random: Costed = {
    name: 'random',
    curves: [ends(oracle.curves)],
    bills: [ends(oracle.bills)],
  };
  const all = [random, ...real.map(({ name, scores }) => costed(name, scores)), oracle];
  const one = (name: string) => all.find((line) => line.name === name)!;
  const review = answers.handed.map((cost, i) => cost - answers.kept[i]);
  const rows = {
    ...{ modelValue: kept, expertValue: handed },
    ...{ weight: table.weight, clusters: table.cluster?.index },
  };
  const bandAt = (name: string, holds?: Parameters<typeof bandOf>[2]) => {
    if (options.bands === 'seeds') return seedBand(one(name), GRID);
    const { scores } = real.find((method) => method.name === name)!;
    return bandOf(name, replicates, holds, valueIntervals(rows, scores, GRID, 'cost'));
  };
  return {
    replicates,
    bandAt: (name) => (real.some((method) => method.name === name) ? bandAt(name) : {}),
    costAt: (name, rate) => ({
      cost: meanAt(one(name), rate),
      spent: meanAt({ curves: one(name).bills }, rate),
    }),
    curves: {
      methods: real.map(({ name }) => ({
        name,
        ...along(one(name)),
        ...bandAt(name, name === options.chosen ? 'at all rates' : 'at each rate'),
      })),
      random: along(random),
      oracle: along(oracle),
      spendingDiffers: review.some((cost) => Math.abs(cost - review[0]) > 1e-6 * review[0]),
    },
  };
}
