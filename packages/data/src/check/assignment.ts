/**
 * The assignment problem: one column for each row of a square matrix, each column once, so that the
 * sum is highest. Shortest augmenting paths with potentials (Kuhn's Hungarian method), O(n³).
 */
export function bestAssignment(values: ArrayLike<number>, size: number): number[] {
  // Index 0 of all arrays is a stand-in: the row that is being placed, the column it starts from.
  const rowPotential = new Float64Array(size + 1);
  const columnPotential = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const before = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    const shortest = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const done = new Uint8Array(size + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      done[column] = 1;
      const from = rowOf[column]!;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let k = 1; k <= size; k++) {
        if (done[k]) continue;
        const cost = -values[(from - 1) * size + k - 1]!;
        const length = cost - rowPotential[from]! - columnPotential[k]!;
        if (length < shortest[k]!) {
          shortest[k] = length;
          before[k] = column;
        }
        if (shortest[k]! < step) {
          step = shortest[k]!;
          next = k;
        }
      }
      for (let k = 0; k <= size; k++) {
        if (done[k]) {
          rowPotential[rowOf[k]!]! += step;
          columnPotential[k]! -= step;
        } else shortest[k]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    // Along the path every row moves to the column that was found for it.
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]!]!;
      column = before[column]!;
    }
  }
  const assigned = new Array<number>(size);
  for (let column = 1; column <= size; column++) assigned[rowOf[column]! - 1] = column - 1;
  return assigned;
}
