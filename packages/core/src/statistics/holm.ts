/**
 * Holm's correction: adjusted p-values, in the order given. Rejecting those ≤ δ keeps the chance
 * of any false rejection ≤ δ, whatever the dependence between the tests.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a] - pValues[b] || a - b);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, rank) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * pValues[index]));
    adjusted[index] = largest;
  });
  return adjusted;
}
