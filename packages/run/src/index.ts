// The public surface of @cede/run.
export { canonicalJson } from './cell/canonical-json.js';
export {
  type Cell,
  type CellFunction,
  type CellFunctions,
  type CellProgress,
  type CellWork,
  hashOf,
} from './cell/cell.js';
export { type DiskLedgerOptions, openLedger } from './ledger/disk.js';
export type { Ledger } from './ledger/ledger.js';
export { memoryLedger } from './ledger/memory.js';
export { removeAbandoned, writeWhole } from './ledger/write-whole.js';
export { inlineRunner } from './runner/inline.js';
export { type PoolOptions, poolRunner } from './runner/pool.js';
export { type RunProgress, timeLeft } from './runner/progress.js';
export { type RunOptions, runCells } from './runner/run-cells.js';
export type { CellTask, CellWatch, Runner } from './runner/runner.js';
export { cellWorker } from './runner/worker.js';
