/**
 * Small regression trees whose sum is a logit. A row goes left where its input is at most the
 * threshold. All trees stand in flat lists, so that a policy stores them as bytes and a decision
 * allocates nothing.
 */
export interface Trees {
  /** Inputs that the trees read: dense ones, then the number of the model's answer. */
  readonly width: number;
  /** What the sum begins with. */
  readonly start: number;
  /** By node: the input it asks, −1 for a leaf. */
  readonly inputs: Int32Array;
  /** By node: the threshold, or the leaf's value. */
  readonly values: Float32Array;
  /** By node: where its left child stands; the right one is next to it. 0 for a leaf. */
  readonly lefts: Int32Array;
  /** Where each tree begins. */
  readonly roots: Int32Array;
}

/** The logit of the row that begins at `inputs[at]`; `answer` stands for the last input. */
export function treesLogit(
  { width, start, inputs, values, lefts, roots }: Trees,
  row: ArrayLike<number>,
  at: number,
  answer: number,
): number {
  const last = width - 1;
  let sum = start;
  for (let t = 0; t < roots.length; t++) {
    let node = roots[t];
    for (let input = inputs[node]; input >= 0; input = inputs[node]) {
      const value = input === last ? answer : row[at + input];
      node = lefts[node] + (value <= values[node] ? 0 : 1);
    }
    sum += values[node];
  }
  return sum;
}
