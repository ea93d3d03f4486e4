/**
 * How much of each row is handed over, from stop to stop of a dial. Between two stops few rows
 * change, so everything that is a sum over rows is kept up to date by those that do: one walk along
 * each score vector instead of one over all rows for every stop. Says at each stop what
 * `deferredShare` says there.
 */
import type { RankedScores, Table } from '@cede/core';

export interface ShareWalk {
  /** The share of one row changes. */
  readonly moves: (row: number, before: number, after: number) => void;
  /** All rows are where this stop has them. */
  readonly arrives: (stop: number) => void;
}

/** Rates may come in any order; they are visited from the lowest on. Without scores lots are drawn. */
export function sweepShares(
  { rows, weight }: Pick<Table, 'rows' | 'weight'>,
  scores: readonly RankedScores[],
  rates: readonly number[],
  { moves, arrives }: ShareWalk,
): void {
  const stops = rates.map((_, k) => k).sort((a, b) => rates[a] - rates[b]);
  const total = weight ? weight.reduce((sum, each) => sum + each, 0) : rows;
  const held = new Float64Array(rows);
  const add = (row: number, part: number) => {
    const before = held[row];
    held[row] = before + part;
    moves(row, before, held[row]);
  };
  const walkers = scores.map((vector) => walker(vector, weight, 1 / scores.length, add));
  let last = 0;
  for (const k of stops) {
    const rate = rates[k];
    if (scores.length === 0) for (let i = 0; i < rows; i++) add(i, rate - last);
    for (const walk of walkers) walk(rate, total);
    last = rate;
    arrives(k);
  }
}

/** Goes along one score vector and hands over whole groups of equal scores, of the next one a part. */
function walker(
  { order, endsGroup }: RankedScores,
  weight: Table['weight'],
  whole: number,
  add: (row: number, part: number) => void,
): (rate: number, total: number) => void {
  let start = 0;
  let passed = 0;
  // A part that was handed over of the group at `start`, which the next stop takes back.
  let lent = { end: 0, part: 0 };
  const give = (end: number, part: number) => {
    for (let k = start; k < end; k++) add(order[k], part);
  };
  return (rate, total) => {
    if (lent.part > 0) give(lent.end, -lent.part);
    lent = { end: 0, part: 0 };
    while (start < order.length) {
      let end = start;
      let tied = 0;
      do tied += weight ? weight[order[end]] : 1;
      while (endsGroup[end++] === 0);
      const wanted = rate * total - passed;
      const part = rate >= 1 || tied === 0 ? 1 : Math.min(1, Math.max(0, wanted / tied));
      if (part < 1) {
        lent = { end, part: part * whole };
        if (part > 0) give(end, lent.part);
        return;
      }
      give(end, whole);
      passed += tied;
      start = end;
    }
  };
}
