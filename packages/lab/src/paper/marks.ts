/** What the paper's layout says about one cell. */
export type Mark = 'bold' | 'red' | null;

export interface MarkedRow {
  readonly method: string;
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/** Methods of one family are not rivals: a band may overlap its relatives and still be bold. */
export function familyOf(method: string): string {
  if (method.startsWith('drcpe')) return 'drcpe';
  if (method === 'diff01' || method === 'maxprob' || method === 'linear') return 'comparison';
  return method;
}

/**
 * Bold: the best mean, if its ± band overlaps no band of another family. Red: closer to random
 * than to the best. `random` and `oracle` are never marked and no rivals.
 */
export function markRows(
  rows: readonly MarkedRow[],
  random: readonly number[],
): Map<string, Mark[]> {
  const rivals = rows.filter(({ method }) => method !== 'random' && method !== 'oracle');
  const marks = new Map<string, Mark[]>(
    rows.map(({ method, mean }) => [method, mean.map(() => null)]),
  );
  for (let rate = 0; rate < random.length; rate++) {
    const best = Math.max(...rivals.map(({ mean }) => mean[rate]));
    for (const row of rivals) {
      const mean = row.mean[rate];
      const cells = marks.get(row.method) as Mark[];
      if (mean === best && isApart(row, rivals, rate)) cells[rate] = 'bold';
      else if (Math.abs(mean - random[rate]) < best - mean) cells[rate] = 'red';
    }
  }
  return marks;
}

function isApart(row: MarkedRow, rivals: readonly MarkedRow[], rate: number): boolean {
  const floor = row.mean[rate] - row.std[rate];
  return rivals
    .filter(({ method }) => familyOf(method) !== familyOf(row.method))
    .every(({ mean, std }) => mean[rate] + std[rate] < floor);
}
