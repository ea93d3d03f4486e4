/**
 * From when a block of a paced cap counts: from its turn, not from the case that asked for it a little
 * later. Else every block loses the wait for its first case, and 3 % of the cap is never used.
 */
export const turnOf = (now: number, turn: number, interval: number): number =>
  now - turn < interval ? Math.min(now, Math.ceil(turn)) : now;
