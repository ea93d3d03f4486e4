import { acceptedRows, balancedAccuracy, coverageAreas, deferredShare } from '@cede/core';
import { type RiskPoint, riskCoverage } from '../reject/rejection.js';
import type { CompactOutcomes } from '../scores/compact-values.js';
import type { MethodScores } from '../scores/method-scores.js';

/** What is said of a method that only its scores can tell, row by row. */
export interface ScoreMetrics {
  /** Risk of the model on what it keeps: wrong answers as a share, or the mean loss. */
  readonly aurc: number;
  readonly augrc: number;
  readonly riskCoverage: readonly RiskPoint[];
  /** At each rate. */
  readonly balancedAccuracy?: readonly number[];
}

/** One method's scores, and what the rows are worth. */
export interface ScoredRows {
  readonly scores: MethodScores['scores'];
  readonly outcomes: CompactOutcomes;
  /** Of the model, by row. */
  readonly losses: ArrayLike<number>;
  readonly label?: ArrayLike<number>;
  readonly weight?: ArrayLike<number>;
  readonly classes: number;
}

export function scoreMetrics(
  { scores, outcomes, losses, label, weight, classes }: ScoredRows,
  rates: readonly number[],
): ScoreMetrics {
  return {
    ...meanAreas(scores, losses, weight),
    riskCoverage: riskCoverage(acceptedRows(scores[0], losses, weight)),
    ...(label &&
      classes > 0 && {
        balancedAccuracy: rates.map((rate) => {
          const right = systemRight(outcomes, deferredShare(scores, rate, weight));
          return balancedAccuracy(label, right, classes, weight);
        }),
      }),
  };
}

/** How right the system is in each row, a share of it handed over. */
function systemRight({ model, expert }: CompactOutcomes, share: Float64Array): Float32Array {
  const right = new Float32Array(model.length);
  for (let i = 0; i < right.length; i++) right[i] = model[i] + share[i] * (expert[i] - model[i]);
  return right;
}

/** The mean over seeds of both areas, each seed's rows accepted once. */
export function meanAreas(
  scores: MethodScores['scores'],
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
): { aurc: number; augrc: number } {
  let [aurc, augrc] = [0, 0];
  for (const ranked of scores) {
    const areas = coverageAreas(ranked, losses, weight);
    aurc += areas.aurc;
    augrc += areas.augrc;
  }
  return { aurc: aurc / scores.length, augrc: augrc / scores.length };
}
