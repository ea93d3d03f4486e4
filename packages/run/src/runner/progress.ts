import { type Cell, type CellProgress, hashOf } from '../cell/cell.js';

/** How far a run is. */
export interface RunProgress {
  /** Cells that were missing when the run began. */
  readonly cells: number;
  readonly finished: number;
  /** Cells that the ledger already had. */
  readonly found: number;
  readonly running: readonly { readonly cell: Cell; readonly progress: CellProgress }[];
  /** Share of the work that is done, by the cells' weights. */
  readonly done: number;
  /** Unknown until enough is done to tell it by. */
  readonly secondsLeft?: number;
}

/**
 * Seconds left after so many, with this share done. Not told at first: the start of the workers
 * would be taken for the pace of their work. What was resumed took none of the seconds, so the pace
 * is that of the rest.
 */
export function timeLeft(seconds: number, done: number, resumed = 0): number | undefined {
  if (done >= 1) return 0;
  const doneSince = done - resumed;
  const isEarly = seconds < 2 || (seconds < 10 && doneSince < 0.02 * (1 - resumed));
  return doneSince <= 0 || isEarly ? undefined : (seconds * (1 - done)) / doneSince;
}

/** Keeps count of a run. The clock gives milliseconds. */
export class ProgressCount {
  readonly #running = new Map<string, { cell: Cell; progress: CellProgress }>();
  readonly #resumed = new Map<string, number>();
  readonly #total: number;
  readonly #began: number;
  #finished = 0;
  #finishedWeight = 0;

  constructor(
    private readonly missing: readonly Cell[],
    private readonly found: number,
    private readonly weight: (cell: Cell) => number,
    private readonly clock: () => number,
  ) {
    this.#total = missing.reduce((sum, cell) => sum + weight(cell), 0);
    this.#began = clock();
  }

  report(cell: Cell, progress: CellProgress): void {
    this.#running.set(hashOf(cell), { cell, progress });
    if (progress.resumed) this.#resumed.set(hashOf(cell), this.weight(cell) * progress.resumed);
  }

  finish(cell: Cell): void {
    this.#running.delete(hashOf(cell));
    this.#finished++;
    this.#finishedWeight += this.weight(cell);
  }

  now(): RunProgress {
    let weight = this.#finishedWeight;
    for (const { cell, progress } of this.#running.values())
      weight += this.weight(cell) * Math.min(1, Math.max(0, progress.done));
    const done = this.#total > 0 ? Math.min(1, weight / this.#total) : 1;
    const resumed = [...this.#resumed.values()].reduce((sum, each) => sum + each, 0) / this.#total;
    const secondsLeft = timeLeft((this.clock() - this.#began) / 1000, done, resumed || 0);
    return {
      cells: this.missing.length,
      finished: this.#finished,
      found: this.found,
      running: [...this.#running.values()],
      done,
      ...(secondsLeft !== undefined && { secondsLeft }),
    };
  }
}
