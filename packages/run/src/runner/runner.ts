import type { Cell, CellProgress } from '../cell/cell.js';

/**
 * Where cells are computed: this thread, a pool of workers, a queue of machines. A runner knows
 * neither the ledger nor the order of things; run-cells.ts does, so every runner gives the same.
 */
export interface Runner {
  /** How many cells it takes at a time. */
  readonly jobs: number;
  /** One cell that fails does not stop the others: they are somebody else's hours of work. */
  readonly goesOn?: boolean;
  /**
   * Told of all cells of a run before the first is asked for (of none where all are finished), each
   * after those it needs, and of the results that were there. A queue takes them up at once: its workers need nobody to wait for them.
   */
  announce?(cells: readonly Cell[], found: ReadonlyMap<string, unknown>): Promise<void>;
  perform(task: CellTask, watch: CellWatch): Promise<unknown>;
  close(): Promise<void>;
}

/** One cell with the results it needs: all that a worker must be told. */
export interface CellTask {
  readonly kind: string;
  readonly spec: unknown;
  readonly needs: Readonly<Record<string, unknown>>;
  /** The cell itself, where there is one; work that nobody keeps has none. */
  readonly cell?: Cell;
  /** Instead of what the runner was given for all its cells. */
  readonly context?: NamedContext;
}

/** A context that a thread knows again by its name, with all it has computed from it. */
export interface NamedContext {
  readonly name: string;
  readonly value: unknown;
}

/** How a runner is told of progress and told to stop. */
export interface CellWatch {
  readonly report: (progress: CellProgress) => void;
  readonly signal: AbortSignal;
}
