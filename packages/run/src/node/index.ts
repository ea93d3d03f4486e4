/**
 * The ledger of finished cells on disk, the pool of worker threads, and files that appear whole or not
 * at all.
 *
 * @module
 */

export { reason } from '../reason/index.js';
export { type DiskLedgerOptions, openLedger } from './disk.js';
export { decodeResult, encodeResult } from './encode-result.js';
export { lockFolder } from './folder-lock.js';
export { type PoolOptions, poolRunner } from './pool.js';
export { type ProgressBar, startProgress } from './progress-bar.js';
export { removeStaleFolders } from './stale-folders.js';
export { cellWorker } from './worker.js';
export { refuseOverwriting, refuseUnwritable, writeOutput } from './write-output.js';
export { removeAbandoned, writeWhole } from './write-whole.js';
