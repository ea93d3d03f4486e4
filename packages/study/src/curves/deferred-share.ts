import { orderByScore } from '@cede/core';

/**
 * How often each row is handed over at this rate of all weight: over seeds, ties in expectation.
 * Who asks for many rates sorts once, and gives the orders.
 */
export function deferredShare(
  scores: readonly Float32Array[],
  rate: number,
  weight?: Float32Array,
  orders: readonly Uint32Array[] = scores.map(orderByScore),
): Float64Array {
  const n = scores[0].length;
  const share = new Float64Array(n);
  const weightOf = (i: number) => (weight ? weight[i] : 1);
  const wanted = rate * (weight ? weight.reduce((sum, each) => sum + each, 0) : n);
  for (const [s, vector] of scores.entries()) {
    const order = orders[s];
    let passed = 0;
    for (let start = 0; start < n; ) {
      let end = start;
      let tied = 0;
      for (; end < n && vector[order[end]] === vector[order[start]]; end++)
        tied += weightOf(order[end]);
      // Rounding may leave the whole a hair above the sum of the weights.
      const part = rate >= 1 ? 1 : Math.min(1, Math.max(0, (wanted - passed) / (tied || 1)));
      if (part === 0 && tied > 0) break;
      for (let k = start; k < end; k++) share[order[k]] += part;
      passed += tied;
      start = end;
    }
  }
  // Divided once: eleven parts of 1/11 don't add up to 1, and all of a class must.
  return share.map((sum) => sum / scores.length);
}
