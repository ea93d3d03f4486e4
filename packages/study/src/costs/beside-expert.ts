import { answerCosts, deferredAtRate, gainInterval, meanInterval, type Table } from '@cede/core';
import { CONFIDENCE } from '../curves/bands.js';
import { gainRowsOf } from '../curves/gain-rows.js';
import type { MethodScores } from '../scores/method-scores.js';

/** A number with the ends of its 95 % interval. */
interface Between {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * The headline's rate beside asking the expert about everything: what is given up or gained, and what
 * is paid. Whoever asks only the expert doesn't run the model, so that costs the expert's answers alone.
 */
export interface BesideExpert {
  /** Value at the headline's rate minus the expert's own: paired by row. */
  readonly difference: Between;
  /** What answers cost at that rate, in parts of what the expert's answers to all cases cost. */
  readonly share: Between;
  /** Both per case, in the table's unit. */
  readonly spent: number;
  readonly expertSpends: number;
}

/** Undefined where the expert's answers have no price: there is no share of nothing. */
export function besideExpert(
  rate: number,
  { scores }: MethodScores,
  table: Table,
  expert: number,
): BesideExpert | undefined {
  const price = table.experts[expert].cost;
  if (!price || scores.length === 0) return undefined;
  const handed = scores.map((vector) => deferredAtRate(vector, rate, table.weight));
  const paid = paidShare(handed, table, expert, price);
  return paid && { difference: againstExpert(handed, table, expert), ...paid };
}

/** The gain formula with both sides exchanged: of what is kept, the model's value minus the expert's. */
function againstExpert(
  handed: readonly ArrayLike<number>[],
  table: Table,
  expert: number,
): Between {
  const { modelValue, expertValue, ...rows } = gainRowsOf(table, expert);
  const kept = handed.map((shares) => Float64Array.from(shares, (share) => 1 - share));
  const exchanged = { ...rows, modelValue: expertValue, expertValue: modelValue };
  const { estimate, lower, upper } = gainInterval(exchanged, kept, 'model', CONFIDENCE);
  return { estimate, lower, upper };
}

/**
 * A ratio of two means over the same rows. Its interval is that of the mean residual
 * spent − ratio × price, which is 0 at the estimate, divided by the mean price (the delta method).
 */
function paidShare(
  handed: readonly ArrayLike<number>[],
  table: Table,
  expert: number,
  price: ArrayLike<number>,
): Omit<BesideExpert, 'difference'> | undefined {
  const { weight, cluster, rows } = table;
  const { kept } = answerCosts(table, expert);
  const mean = (of: (row: number) => number) => {
    let [sum, total] = [0, 0];
    for (let i = 0; i < rows; i++) {
      const w = weight ? weight[i] : 1;
      sum += w * of(i);
      total += w;
    }
    return sum / total;
  };
  const expertSpends = mean((i) => price[i]);
  if (!(expertSpends > 0)) return undefined;
  const spentWith = handed.map((shares) => mean((i) => kept[i] + shares[i] * price[i]));
  const spent = spentWith.reduce((sum, value) => sum + value, 0) / spentWith.length;
  const estimate = spent / expertSpends;
  const residuals = Float64Array.from({ length: rows }, (_, i) => {
    const asked = handed.reduce((sum, shares) => sum + shares[i], 0) / handed.length;
    return kept[i] + (asked - estimate) * price[i];
  });
  const largest = residuals.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1;
  const around = meanInterval(
    {
      values: residuals.map((value) => value / largest),
      weight,
      clusters: cluster?.index,
      ofSeeds: spentWith.map((value) => (value - spent) / largest),
    },
    CONFIDENCE,
  );
  const scaled = (value: number) => estimate + (value * largest) / expertSpends;
  return {
    share: { estimate, lower: Math.max(0, scaled(around.lower)), upper: scaled(around.upper) },
    spent,
    expertSpends,
  };
}
