import { cellWorker } from '@cede/run/node';
import { cellFunctions } from '../cell-functions.js';

/** What a worker thread of a study runs. */
const worker: (task: never) => Promise<unknown> = cellWorker(cellFunctions);
export default worker;
