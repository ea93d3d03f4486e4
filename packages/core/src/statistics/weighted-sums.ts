/** Sums over rows, each times its weight. */
export interface WeightedSums {
  readonly total: number;
  readonly model: number;
  readonly expert: number;
}

export function weightedSums(
  weight: ArrayLike<number>,
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
): WeightedSums {
  let total = 0;
  let model = 0;
  let expert = 0;
  for (let i = 0; i < weight.length; i++) {
    total += weight[i];
    model += weight[i] * modelValue[i];
    expert += weight[i] * expertValue[i];
  }
  return { total, model, expert };
}
