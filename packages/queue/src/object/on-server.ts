import { InputError, optionText } from '@cede/core';
import type { QueueServer } from '../server/contract.js';
import type { ObjectStore } from './store.js';

/** Larger ones would crowd the server's memory: they belong in a folder. */
const LARGEST = 64 * 2 ** 20;

/** Objects on the queue's own server, each for a week after it was last used. */
export const serverStore = (server: QueueServer, largest = LARGEST): ObjectStore => ({
  kind: 'server',
  shown: server.shown,
  async put(name, bytes) {
    if (bytes.length > largest)
      throw new InputError(
        `queue: a column of ${Math.ceil(bytes.length / 2 ** 20)} MB is too much for the queue's server (at most ${largest / 2 ** 20} MB). Give ${optionText('store')} a folder that all machines see, here and to every worker.`,
        'object-too-large',
        { bytes: bytes.length, largest },
      );
    if (!(await server.has(`object:${name}`))) await server.keep(`object:${name}`, bytes);
  },
  get: (name) => server.fetch(`object:${name}`),
});
