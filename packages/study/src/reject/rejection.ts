import {
  type Accepted,
  acceptedRows,
  augrcOf,
  aurcOf,
  band,
  bootstrapCurves,
  type Scores,
  type Table,
} from '@cede/core';

/** Learning to reject, in its own words: what is answered, and how often wrongly. */
export interface Rejection {
  /** Share of cases answered, and the mean loss (error) among those. */
  readonly coverage: number;
  readonly risk: number | null;
  /** Of the risk, rows drawn again at this threshold; null where nothing is answered. */
  readonly riskInterval?: { readonly lower: number; readonly upper: number } | null;
  /** Wrong answers given, as a share of all cases. */
  readonly generalisedRisk: number;
  readonly aurc: number;
  readonly augrc: number;
  readonly curve: readonly RiskPoint[];
}

/** Risk among the rows answered, at one coverage. */
export interface RiskPoint {
  readonly coverage: number;
  readonly risk: number;
}

const COVERAGES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

interface Weighted {
  readonly weight?: ArrayLike<number>;
}

/**
 * `values`: right (0 … 1) or minus the loss; `rejected`: 1 where a row was turned away, else 0,
 * whatever thresholds did it. Areas and curve are of the score itself: low ones go first.
 */
export function rejection(
  scores: Scores,
  values: ArrayLike<number>,
  target: 'accuracy' | 'loss',
  rejected: ArrayLike<number>,
  { weight }: Weighted = {},
): Rejection {
  const losses = lossesOf(values, target);
  let [all, answered, lost] = [0, 0, 0];
  for (let i = 0; i < losses.length; i++) {
    const w = weight ? weight[i] : 1;
    all += w;
    answered += w * (1 - rejected[i]);
    lost += w * (1 - rejected[i]) * losses[i];
  }
  const accepted = acceptedRows(scores, losses, weight);
  return {
    coverage: answered / all,
    risk: answered === 0 ? null : lost / answered,
    generalisedRisk: lost / all,
    aurc: aurcOf(accepted),
    augrc: augrcOf(accepted),
    curve: riskCoverage(accepted),
  };
}

/** Values (more is better) as losses (less is better). */
export function lossesOf(values: ArrayLike<number>, target: 'accuracy' | 'loss'): Float64Array {
  const losses = new Float64Array(values.length);
  for (let i = 0; i < losses.length; i++)
    losses[i] = target === 'accuracy' ? 1 - values[i] : -values[i];
  return losses;
}

/**
 * Risk among exactly this share of rows, the most trusted ones; of the row at the edge the part that
 * is due counts, as on every curve, and equal scores count in expectation.
 */
export function riskCoverage({ weights, losses }: Accepted): RiskPoint[] {
  const rows = weights.length - 1;
  return COVERAGES.map((coverage) => {
    const due = coverage * weights[rows];
    let k = 1;
    while (k < rows && weights[k] < due) k++;
    const step = weights[k] - weights[k - 1];
    const part = step > 0 ? Math.min(1, (due - weights[k - 1]) / step) : 1;
    return { coverage, risk: (losses[k - 1] + part * (losses[k] - losses[k - 1])) / due };
  });
}

/**
 * Rows (or clusters) are drawn again; what is answered and what is wrong of it vary together. One
 * that happens to hold no answers says nothing, and leaves the estimate as it is.
 */
export function riskInterval(
  rejected: Float64Array,
  values: ArrayLike<number>,
  { weight, cluster }: Pick<Table, 'weight' | 'cluster'>,
  target: 'accuracy' | 'loss',
  { seed, confidence }: { readonly seed: number; readonly confidence: number },
): { lower: number; upper: number } | null {
  const losses = lossesOf(values, target);
  const answered = rejected.map((away) => 1 - away);
  const resamples = 1000;
  const { estimate, draws } = bootstrapCurves({
    modelValue: answered,
    expertValue: answered.map((part, i) => part * losses[i]),
    methods: [],
    rates: [0],
    weight,
    clusters: cluster?.index,
    seed,
    resamples,
  });
  const [share, lost] = [estimate.get('model')![0], estimate.get('expert')![0]];
  if (share === 0) return null;
  const risks = draws.get('expert')!.map((loss, i) => {
    const part = draws.get('model')![i];
    return part > 0 ? loss / part : lost / share;
  });
  const { lower, upper } = band(
    {
      rates: [0],
      resamples,
      estimate: new Map([['risk', Float64Array.of(lost / share, lost / share)]]),
      draws: new Map([['risk', risks]]),
    },
    'risk',
    undefined,
    confidence,
  );
  const most = target === 'accuracy' ? 1 : Number.POSITIVE_INFINITY;
  return { lower: Math.max(0, lower[0]), upper: Math.min(most, upper[0]) };
}
