import { type CaseCosts, type GainRows, gainInterval } from '@cede/core';
import { largestDifference } from '../curves/gain-rows.js';

/** Asking the expert about every case against asking nobody: paired, by row or cluster. */
export interface AlwaysAsking {
  /** Expert minus model; fractions (or minus losses). */
  readonly gain: PairedDifference;
  /** What a case costs less in all, where errors or answers have a price. */
  readonly saving?: PairedDifference & {
    readonly errorsPriced: boolean;
  };
}

/** A paired difference with the ends of its interval. */
export interface PairedDifference {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  /** False where there are too few clusters for an interval. */
  readonly canTell?: false;
}

const CONFIDENCE = 0.95;

/** `rows` and `costs` are of the same, answered rows. */
export function alwaysAsking(
  rows: Omit<GainRows, 'range'>,
  target: 'accuracy' | 'loss',
  costs?: Pick<CaseCosts, 'kept' | 'handed' | 'largest' | 'errorsPriced'>,
): AlwaysAsking {
  // Right and wrong answers differ by 1 at most. Losses know no bound but what the rows show.
  const range = target === 'accuracy' ? 1 : largestDifference(rows.modelValue, rows.expertValue);
  const dearer =
    costs &&
    (samePrice(costs) ??
      difference({
        ...rows,
        modelValue: costs.kept,
        expertValue: costs.handed,
        range: costs.largest || 1,
      }));
  return {
    gain: difference({ ...rows, range }),
    // What is dearer saves less.
    ...(dearer && {
      saving: {
        estimate: 0 - dearer.estimate,
        lower: 0 - dearer.upper,
        upper: 0 - dearer.lower,
        ...(dearer.canTell === false && { canTell: dearer.canTell }),
        errorsPriced: costs.errorsPriced,
      },
    }),
  };
}

/** An answer that costs the same in every row has a price: nothing about it is drawn at random. */
function samePrice({
  kept,
  handed,
  errorsPriced,
}: Pick<CaseCosts, 'kept' | 'handed' | 'errorsPriced'>): PairedDifference | undefined {
  const price = handed[0] - kept[0];
  if (errorsPriced || handed.some((cost, row) => cost - kept[row] !== price)) return undefined;
  return { estimate: price, lower: price, upper: price };
}

function difference(rows: GainRows): PairedDifference {
  const all = new Float64Array(rows.modelValue.length).fill(1);
  const { estimate, lower, upper, canTell } = gainInterval(rows, [all], 'model', CONFIDENCE);
  return { estimate, lower, upper, ...(!canTell && { canTell }) };
}
