import { cellWorker } from '@cede/run';
import { foldFunctions } from './cells.js';

/** What a worker thread runs that scores folds. */
const worker: (task: never) => Promise<unknown> = cellWorker(foldFunctions);
export default worker;
