/**
 * Cells of work, each named by the hash of its content, and the contract of what runs them. Without
 * Node.
 *
 * @module
 */

export { canonicalJson } from './cell/canonical-json.js';
export {
  type Cell,
  type CellFunction,
  type CellFunctions,
  type CellProgress,
  type CellWork,
  cellName,
  hashOf,
  needsOf,
} from './cell/cell.js';
export type { Ledger } from './ledger/ledger.js';
export { memoryLedger } from './ledger/memory.js';
export { inlineRunner } from './runner/inline.js';
export { type RunProgress, timeLeft } from './runner/progress.js';
export { type RunOptions, runCells } from './runner/run-cells.js';
export type { CellTask, CellWatch, NamedContext, Runner } from './runner/runner.js';
export { duration } from './runner/steady-time.js';
