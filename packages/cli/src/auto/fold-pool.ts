import { availableParallelism } from 'node:os';
import type { Table } from '@cede/core';
import { type Cell, type Ledger, memoryLedger, poolRunner, runCells } from '@cede/run';
import { shareTable } from '../compare/share-table.js';
import type { FoldContext } from './cells.js';
import { cellWork } from './work.js';

/** How folds are run: nothing here changes what comes out. */
export interface FoldRun {
  readonly jobs?: number;
  /** Where finished folds are kept; in memory unless told. */
  readonly ledger?: Ledger;
  readonly signal?: AbortSignal;
  /** Share of the whole work, 0 … 1. */
  readonly onProgress?: (done: number) => void;
}

/** Workers that hold one table. */
export interface FoldPool {
  scores(cells: readonly Cell[], onProgress?: (done: number) => void): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export function openFoldPool(table: Table, { jobs, ledger, signal }: FoldRun): FoldPool {
  const context: FoldContext = { table: shareTable(table) };
  const runner = poolRunner(new URL('./worker.js', import.meta.url), {
    jobs: jobs ?? availableParallelism(),
    context,
  });
  const kept = ledger ?? memoryLedger();
  return {
    async scores(cells, onProgress) {
      const results = await runCells(cells, {
        runner,
        ledger: kept,
        signal,
        weight: (cell) => cellWork(cell, table.rows),
        onProgress: ({ done }) => onProgress?.(done),
      });
      return results as Float32Array[];
    },
    close: () => runner.close(),
  };
}
