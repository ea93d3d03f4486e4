import { cellWorker } from '@cede/run/node';
import { networkFunctions } from './network-cell.js';
import { predictionFunctions } from './table-cell.js';

/** What a thread runs that trains one of several networks side by side. */
const worker: (task: never) => Promise<unknown> = cellWorker({
  ...networkFunctions,
  ...predictionFunctions,
});
export default worker;
