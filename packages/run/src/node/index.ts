// The public surface of @cede/run/node: the ledger on disk, the worker pool, files written whole.
export { type DiskLedgerOptions, openLedger } from './disk.js';
export { type PoolOptions, poolRunner } from './pool.js';
export { cellWorker } from './worker.js';
export { removeAbandoned, writeWhole } from './write-whole.js';
