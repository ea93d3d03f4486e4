import { cellWorker } from '@cede/run';
import { compareFunctions } from './cells.js';

/** What a worker thread of `compare` runs. */
const worker: (task: never) => Promise<unknown> = cellWorker(compareFunctions);
export default worker;
