import { orderByScore } from '../curve/order.js';
import { insist } from '../error.js';
import type { Outcomes } from '../table/outcomes.js';

/**
 * What the policy remembers of rows that its scorer has not seen: sorted bins of scores with what
 * model and expert achieve in each. Enough to turn the dial without data. Exact where there are
 * at most MOST_BINS distinct scores, else neighbours are merged into bins of equal size.
 */
export interface Calibration {
  /** Sum of the row weights (the number of rows without weights). */
  readonly rows: number;
  /** With weights: as many rows of one weight would tell as much, (Σ w)² / Σ w². */
  readonly effectiveRows?: number;
  /** Which number the bins add up: right answers, or minus the loss. */
  readonly target: Outcomes['target'];
  /** True where the rows are the fitting rows themselves: then every number is too good. */
  readonly inSample: boolean;
  readonly bins: readonly CalibrationBin[];
}

/** One bin of a calibration: how many rows, and how they turned out. */
export interface CalibrationBin {
  /** Scores of this bin are ≤ edge, those of the next are above. */
  readonly edge: number;
  readonly rows: number;
  readonly model: number;
  readonly expert: number;
  /** Sums of per-row costs, where the table has them. */
  readonly modelCost?: number;
  readonly expertCost?: number;
  /** Sums of right answers, where `model` and `expert` add up what errors cost. */
  readonly modelRight?: number;
  readonly expertRight?: number;
}

export const MOST_BINS = 4096;

export interface CalibrationRows {
  readonly scores: Float32Array;
  readonly outcomes: Outcomes;
  /** Who is right, where the outcomes are costs. */
  readonly right?: Outcomes;
  readonly weight?: ArrayLike<number>;
  readonly modelCost?: ArrayLike<number>;
  readonly expertCost?: ArrayLike<number>;
  readonly inSample: boolean;
}

/** Sums up scores and outcomes of rows the scorer has not seen, so that a threshold can be set without data. */
export function calibrate(input: CalibrationRows): Calibration {
  const { scores, outcomes, right, weight, modelCost, expertCost } = input;
  // Rows whose expert was not asked say nothing about the gain.
  const usable = Uint32Array.from(scores.keys()).filter((i) => !Number.isNaN(outcomes.expert[i]));
  insist(
    usable.length > 0,
    () =>
      "calibration: no row has both a score and an expert's answer. Give more rows, or a larger calibration share.",
  );
  const order = orderByScore(Float32Array.from(usable, (i) => scores[i])).map((k) => usable[k]);
  let distinct = 1;
  for (let k = 1; k < order.length; k++) if (scores[order[k]] !== scores[order[k - 1]]) distinct++;
  const share = distinct <= MOST_BINS ? 0 : order.length / MOST_BINS;

  const bins: CalibrationBin[] = [];
  let sums = emptySums();
  let total = 0;
  let squares = 0;
  for (let k = 0; k < order.length; k++) {
    const i = order[k];
    const w = weight ? weight[i] : 1;
    sums.rows += w;
    sums.model += w * outcomes.model[i];
    sums.expert += w * outcomes.expert[i];
    sums.modelCost += modelCost ? w * modelCost[i] : 0;
    sums.expertCost += expertCost ? w * expertCost[i] : 0;
    sums.modelRight += right ? w * right.model[i] : 0;
    sums.expertRight += right ? w * right.expert[i] : 0;
    total += w;
    squares += w * w;
    const last = k === order.length - 1;
    if (!last && scores[order[k + 1]] === scores[i]) continue;
    if (!last && k + 1 < (bins.length + 1) * share) continue;
    const edge = last ? Infinity : (scores[i] + scores[order[k + 1]]) / 2;
    const { rows, model, expert, modelRight, expertRight } = sums;
    bins.push({
      ...{ edge, rows, model, expert },
      ...(modelCost && { modelCost: sums.modelCost }),
      ...(expertCost && { expertCost: sums.expertCost }),
      ...(right && { modelRight, expertRight }),
    });
    sums = emptySums();
  }
  insist(
    total > 0,
    () => 'calibration: the weights of the rows sum to 0. Give at least one row a positive weight.',
  );
  return {
    rows: total,
    ...(weight && { effectiveRows: total ** 2 / squares }),
    ...{ target: outcomes.target, inSample: input.inSample, bins },
  };
}

const emptySums = () => ({
  ...{ rows: 0, model: 0, expert: 0, modelCost: 0, expertCost: 0 },
  ...{ modelRight: 0, expertRight: 0 },
});

/** The same rows counted right and wrong, where costs were set by; undefined where that is forgotten. */
export function rightCalibration({ bins, ...rows }: Calibration): Calibration | undefined {
  if (bins[0]?.modelRight === undefined) return undefined;
  return {
    ...rows,
    target: 'accuracy',
    bins: bins.map((bin) => ({ ...bin, model: bin.modelRight!, expert: bin.expertRight! })),
  };
}

/** A rate set on rows without labels: current traffic. Only the edges and counts are needed. */
export function rateCalibration(scores: Float32Array): Calibration {
  const nothing = new Float32Array(scores.length);
  return calibrate({
    scores,
    outcomes: { target: 'accuracy', model: nothing, expert: nothing },
    inSample: false,
  });
}
