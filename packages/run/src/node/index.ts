// The public surface of @cede/run/node: the ledger on disk, the worker pool, files written whole.
export { type DiskLedgerOptions, openLedger } from './disk.js';
export { lockFolder } from './folder-lock.js';
export { type PoolOptions, poolRunner } from './pool.js';
export { reason } from './reason.js';
export { cellWorker } from './worker.js';
export { refuseUnwritable, writeOutput } from './write-output.js';
export { removeAbandoned, writeWhole } from './write-whole.js';
