/** Sums over rows, each times its weight. */
export interface WeightedSums {
  readonly total: number;
  readonly model: number;
  readonly expert: number;
}

/** Asked for the same values under hundreds of weights. Bytes have a loop of their own, for the speed. */
export function weightedSums(
  modelValue: ArrayLike<number>,
  expertValue: ArrayLike<number>,
): (weight: Float64Array | Uint8Array) => WeightedSums {
  const kinds = kindsOf(modelValue, expertValue);
  return (weight) =>
    weight instanceof Uint8Array && kinds
      ? sumsOfCounts(weight, kinds)
      : sumsOfWeights(weight, modelValue, expertValue);
}

/** Right or wrong, 0 … 3: whole sums are exact in any order. Nothing where values are not 0 and 1. */
function kindsOf(model: ArrayLike<number>, expert: ArrayLike<number>): Uint8Array | undefined {
  const isPlain = (value: number) => value === 0 || value === 1;
  const kinds = new Uint8Array(model.length);
  for (let i = 0; i < kinds.length; i++) {
    if (!isPlain(model[i]) || !isPlain(expert[i])) return undefined;
    kinds[i] = model[i] + 2 * expert[i];
  }
  return kinds;
}

function sumsOfCounts(weight: Uint8Array, kinds: Uint8Array): WeightedSums {
  let total = 0;
  let model = 0;
  let expert = 0;
  for (let i = 0; i < weight.length; i++) {
    total += weight[i];
    model += -(kinds[i] & 1) & weight[i];
    expert += -(kinds[i] >> 1) & weight[i];
  }
  return { total, model, expert };
}

function sumsOfWeights(
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
