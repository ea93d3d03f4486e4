import {
  type Accepted,
  acceptedRows,
  augrcOf,
  aurcOf,
  type Scores,
  shareInterval,
  type Table,
} from '@cede/core';

/** Learning to reject, in its own words: what is answered, and how often wrongly. */
export interface Rejection {
  /** Share of cases answered, and the mean loss (error) among those. */
  readonly coverage: number;
  readonly risk: number | null;
  /** Of the risk at this threshold; null where nothing is answered. */
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
 * The risk among the answered rows, by the formula of every gain: none wrong among few answers does
 * not mean that none ever is. null where nothing is answered.
 */
export function riskInterval(
  rejected: Float64Array,
  values: ArrayLike<number>,
  { weight, cluster }: Pick<Table, 'weight' | 'cluster'>,
  target: 'accuracy' | 'loss',
  confidence: number,
): { lower: number; upper: number } | null {
  const losses = lossesOf(values, target);
  const largest = target === 'accuracy' ? 1 : losses.reduce((a, b) => Math.max(a, b), 0) || 1;
  const rows = Uint32Array.from(rejected.keys()).filter(
    (i) => (weight ? weight[i] : 1) * (1 - rejected[i]) > 0,
  );
  if (rows.length === 0) return null;
  const pick = (of: (row: number) => number) => Float64Array.from(rows, of);
  const { lower, upper } = shareInterval(
    {
      // From [0, largest] to [−1, 1].
      values: pick((row) => (2 * losses[row]) / largest - 1),
      weight: pick((row) => (weight ? weight[row] : 1) * (1 - rejected[row])),
      ...(cluster && { clusters: pick((row) => cluster.index[row]) }),
    },
    confidence,
  );
  const back = (end: number) => (largest * (end + 1)) / 2;
  return { lower: back(lower), upper: back(upper) };
}
