import { folderStore } from '../object/folder.js';
import { serverStore } from '../object/on-server.js';
import type { ObjectStore } from '../object/store.js';
import { parseAddress } from '../server/address.js';
import type { Build } from '../server/build.js';
import { openServer } from '../server/bullmq.js';
import type { QueueServer } from '../server/contract.js';

/** Where a queue is. */
export interface QueuePlace {
  /** `redis://…` or `rediss://…`. */
  readonly queue: string;
  /** A folder that all machines see, for what is too large for the queue's server. */
  readonly store?: string;
  /** Told what a person should know: nobody works, the server is away. */
  readonly tell?: (line: string) => void;
}

/** A queue's server and where its objects are. */
export async function openServerAndStore(
  { queue, store, tell }: QueuePlace,
  build: Build,
): Promise<{ server: QueueServer; store: ObjectStore }> {
  const address = parseAddress(queue);
  const server = await openServer(address, {
    build: build.name,
    onConnection: (state) =>
      tell?.(
        state === 'lost'
          ? `lost the connection to ${address.shown}; trying again`
          : `connected to ${address.shown} again`,
      ),
  });
  try {
    return { server, store: store === undefined ? serverStore(server) : await folderStore(store) };
  } catch (error) {
    await server.close();
    throw error;
  }
}
