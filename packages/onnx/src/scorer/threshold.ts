const scratch = new Float32Array(1);
const bits = new Int32Array(scratch.buffer);

/**
 * The largest float32 that is not above the threshold. A float32 score is at most the one exactly
 * where it is at most the other, so decisions in the graph are those made with the float64.
 */
export function roundDown(threshold: number): number {
  scratch[0] = threshold;
  if (scratch[0] > threshold) {
    if (scratch[0] === 0) return -(2 ** -149); // a negative threshold so small that it rounded to zero
    bits[0] += scratch[0] > 0 ? -1 : 1;
  }
  return scratch[0];
}
