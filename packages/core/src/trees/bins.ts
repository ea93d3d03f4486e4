/** Values of one input in few steps: a tree only asks on which side of a cut a value lies. */
export interface Bins {
  /** By row: the number of cuts below its value. */
  readonly codes: Uint8Array;
  /** A row is at most at `cuts[k]` exactly where its code is at most k. */
  readonly cuts: Float32Array;
}

/** So many steps at most: rare values in a long tail want a step of their own. */
export const MOST_BINS = 255;

export function binsOf(values: Float32Array): Bins {
  const sorted = Float32Array.from(values).sort();
  const cuts = cutsOf(sorted);
  const codes = Uint8Array.from(values, (value) => codeOf(value, cuts));
  return { codes, cuts };
}

/** Between neighbouring values; where there are many, at even shares of the rows. */
function cutsOf(sorted: Float32Array): Float32Array {
  const distinct = sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
  if (distinct.length <= MOST_BINS)
    return distinct.subarray(1).map((value, k) => between(distinct[k], value));
  const cuts: number[] = [];
  for (let k = 1; k < MOST_BINS; k++) {
    const place = Math.floor((k * sorted.length) / MOST_BINS);
    const low = sorted[place - 1];
    // The next larger value: a cut inside a run of equal ones would cut nothing.
    let next = place;
    while (next < sorted.length && sorted[next] === low) next++;
    if (next === sorted.length) break;
    const cut = between(low, sorted[next]);
    if (cuts.length === 0 || cut > cuts[cuts.length - 1]) cuts.push(cut);
  }
  return Float32Array.from(cuts);
}

/** At least `low` and below `high`, in float32. */
function between(low: number, high: number): number {
  const middle = Math.fround((low + high) / 2);
  return middle < high ? middle : low;
}

function codeOf(value: number, cuts: Float32Array): number {
  let [from, to] = [0, cuts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (value <= cuts[middle]) to = middle;
    else from = middle + 1;
  }
  return from;
}
