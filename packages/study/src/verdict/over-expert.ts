import {
  deferredAtRate,
  gainInterval,
  outcomesOf,
  rankScores,
  type Table,
  VERDICT_RATES,
} from '@cede/core';

/** A rate beside asking the expert about every case: value minus the expert's own, paired by row. */
export interface OverExpert {
  readonly rate: number;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/**
 * From out-of-fold scores (`places`, NaN = not scored). Undefined where the expert's answers have no
 * price, for then nobody minds asking, and where some are missing.
 */
export function overExpertAt(
  table: Table,
  places: Float64Array,
  expert = 0,
): OverExpert[] | undefined {
  const { target, model, expert: other } = outcomesOf(table, expert);
  if (target !== 'accuracy' || !table.experts[expert].cost) return undefined;
  if (other.some((value) => Number.isNaN(value))) return undefined;
  const scored = Uint32Array.from(places.keys()).filter((i) => !Number.isNaN(places[i]));
  const pick = (of: (row: number) => number) => Float64Array.from(scored, of);
  // The gain formula with both sides exchanged: of what is kept, the model's value minus the expert's.
  const rows = {
    modelValue: pick((i) => other[i]),
    expertValue: pick((i) => model[i]),
    weight: table.weight && pick((i) => table.weight![i]),
    clusters: table.cluster && pick((i) => table.cluster!.index[i]),
  };
  const scores = rankScores(pick((i) => places[i]));
  return VERDICT_RATES.map((rate) => {
    const handed = deferredAtRate(scores, rate, rows.weight);
    const kept = Float64Array.from(handed, (share) => 1 - share);
    const { estimate, lower, upper } = gainInterval(rows, [kept]);
    return { rate, estimate, lower, upper };
  });
}
