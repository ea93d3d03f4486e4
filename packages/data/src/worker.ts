/**
 * What a worker of a page runs to read tables beside it, so that a file that hangs the reader can be
 * given up.
 *
 * @module
 */

import type { WorkerScope } from './worker/contract.js';
import { serveTables } from './worker/serve.js';

/** The worker of a page: reads the tables it is sent. Started by `readTableInWorker`. */
serveTables(globalThis as unknown as WorkerScope);
