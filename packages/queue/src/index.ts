// The public surface of @cede/queue: cells on a queue of machines (BullMQ on Redis or Valkey).
export { type QueueRunnerOptions, queueRunner, type Resuming } from './client/runner.js';
export { queueStudyRunner } from './client/study-runner.js';
export { folderStore } from './object/folder.js';
export { serverStore } from './object/on-server.js';
export type { ObjectStore } from './object/store.js';
export { fetchValue, keepValue } from './object/value.js';
export {
  QUEUE_OPTIONS,
  WORKER_OPTIONS,
  type WorkerDesk,
  type WorkerFlags,
  workerCommand,
} from './open/command.js';
export { type OpenQueue, openQueue, type QueueAsk } from './open/queue.js';
export { openServerAndStore, type QueuePlace } from './open/server-and-store.js';
export { openWorker } from './open/worker.js';
export { parseAddress, type QueueAddress } from './server/address.js';
export type { Build } from './server/build.js';
export { openServer, type ServerOptions } from './server/bullmq.js';
export type { QueueServer } from './server/contract.js';
export { type SweepStatus, sweepStatus, watchSweep } from './status/status.js';
export type { Expansion } from './worker/perform.js';
export {
  type CellEvent,
  eventLine,
  type RunningWorker,
  startWorker,
  type WorkerOptions,
} from './worker/start.js';
