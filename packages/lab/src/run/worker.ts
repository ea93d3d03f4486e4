import { cellWorker } from '@cede/run/node';
import { allFunctions } from './all-functions.js';

/** What a thread runs that trains one of several networks side by side, or does cells of a queue. */
const worker: (task: never) => Promise<unknown> = cellWorker(allFunctions);
export default worker;
