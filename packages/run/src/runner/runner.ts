import type { CellProgress } from '../cell/cell.js';

/**
 * Where cells are computed: this thread, a pool of workers, a queue of machines. A runner knows
 * neither the ledger nor the order of things; run-cells.ts does, so every runner gives the same.
 */
export interface Runner {
  /** How many cells it takes at a time. */
  readonly jobs: number;
  perform(task: CellTask, watch: CellWatch): Promise<unknown>;
  close(): Promise<void>;
}

/** One cell with the results it needs: all that a worker must be told. */
export interface CellTask {
  readonly kind: string;
  readonly spec: unknown;
  readonly needs: Readonly<Record<string, unknown>>;
}

/** How a runner is told of progress and told to stop. */
export interface CellWatch {
  readonly report: (progress: CellProgress) => void;
  readonly signal: AbortSignal;
}
