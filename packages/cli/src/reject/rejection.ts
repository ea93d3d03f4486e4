import { acceptedLoss, augrc, aurc } from '@cede/core';
import { percent } from '../terminal/numbers.js';

/** Learning to reject, in its own words: what is answered, and how often wrongly. */
export interface Rejection {
  /** Share of cases answered, and the mean loss (error) among those. */
  readonly coverage: number;
  readonly risk: number | null;
  /** Wrong answers given, as a share of all cases. */
  readonly generalisedRisk: number;
  readonly aurc: number;
  readonly augrc: number;
  readonly curve: readonly RiskPoint[];
}

export interface RiskPoint {
  readonly coverage: number;
  readonly risk: number;
}

const COVERAGES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

/** `values`: right (0 … 1) or minus the loss; low scores are rejected first. */
export function rejection(
  scores: ArrayLike<number>,
  values: ArrayLike<number>,
  target: 'accuracy' | 'loss',
  rate: number,
): Rejection {
  const losses = lossesOf(values, target);
  const walk = riskWalk(scores, losses);
  const coverage = 1 - rate;
  const answered = Math.round(coverage * losses.length);
  return {
    coverage,
    risk: answered === 0 ? null : walk(answered),
    generalisedRisk: answered === 0 ? 0 : (walk(answered) * answered) / losses.length,
    aurc: aurc(scores, losses),
    augrc: augrc(scores, losses),
    curve: riskCoverage(scores, losses),
  };
}

export const lossesOf = (values: ArrayLike<number>, target: 'accuracy' | 'loss'): Float64Array =>
  Float64Array.from(values, (value) => (target === 'accuracy' ? 1 - value : -value));

/** Risk among the most trusted share of rows. */
export function riskCoverage(scores: ArrayLike<number>, losses: Float64Array): RiskPoint[] {
  const walk = riskWalk(scores, losses);
  return COVERAGES.map((coverage) => ({
    coverage,
    risk: walk(Math.max(1, Math.round(coverage * losses.length))),
  }));
}

/** Mean loss among the k most trusted rows; equal scores count in expectation. */
function riskWalk(scores: ArrayLike<number>, losses: Float64Array): (k: number) => number {
  const sums = acceptedLoss(scores, losses);
  return (k) => sums[k] / k;
}

export function rejectionText({ coverage, risk, aurc, augrc }: Rejection): string[] {
  return [
    `  answered      ${percent(coverage, 2)}, of which ${risk === null ? '–' : percent(risk, 2)} wrong`,
    `  AURC ${(100 * aurc).toFixed(2)}, AUGRC ${(100 * augrc).toFixed(2)} (risk in percent over all coverages; low is good)`,
  ];
}
