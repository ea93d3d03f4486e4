import { serverStore } from '../object/on-server.js';
import type { Build } from '../server/build.js';
import { type RunningWorker, startWorker, type WorkerOptions } from '../worker/start.js';
import { openServerAndStore, type QueuePlace } from './server-and-store.js';

/** A worker, from an address: what it takes, and what it was told. */
export async function openWorker(
  ask: QueuePlace,
  build: Build,
  options: WorkerOptions,
): Promise<RunningWorker> {
  const { server, store } = await openServerAndStore(ask, build);
  const onServer = serverStore(server);
  const stores = { server: onServer, ...(store.kind === 'folder' && { folder: store }) };
  try {
    const worker = await startWorker({ server, build, stores }, options);
    const closed = () => server.close();
    return {
      ...worker,
      ended: worker.ended.finally(closed),
      stop: () => worker.stop().finally(closed),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
