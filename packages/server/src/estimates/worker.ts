import { parentPort, workerData } from 'node:worker_threads';
import { openLog } from '../store/open.js';
import { type EstimateAsk, estimate } from './estimate.js';

/** Reading and replaying tens of thousands of cases takes seconds: not in the thread that answers. */
const { log, ask } = workerData as { log: string; ask: EstimateAsk };
const store = await openLog(log);
try {
  parentPort!.postMessage(await estimate(store, ask));
} finally {
  await store.close();
}
