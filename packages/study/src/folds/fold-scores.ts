import type { Table } from '@cede/core';
import { type Cell, memoryLedger, runCells } from '@cede/run';
import type { Run } from '../run/run.js';
import { cellWork } from './work.js';

/** Scores of folds of one table, by workers that keep it until they are closed. */
export interface FoldScores<Result> {
  scores(cells: readonly Cell[], onDone?: (done: number) => void): Promise<Result[]>;
  close(): Promise<void>;
}

/** `cells`: how many folds are asked for at most at a time. */
export function openFolds<Result = Float32Array>(
  table: Table,
  hash: string,
  { runner: { open }, ledger = memoryLedger(), signal }: Run,
  cells?: number,
): FoldScores<Result> {
  const runner = open({ [hash]: table }, cells);
  return {
    async scores(asked, onDone) {
      const results = await runCells(asked, {
        runner,
        ledger,
        signal,
        weight: (cell) => cellWork(cell, table.rows),
        onProgress: ({ done }) => onDone?.(done),
      });
      return results as Result[];
    },
    close: () => runner.close(),
  };
}
