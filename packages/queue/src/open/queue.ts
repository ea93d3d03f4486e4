import { optionText } from '@cede/core';
import type { Runner } from '@cede/run';
import type { StudyRunner } from '@cede/study';
import { queueRunner } from '../client/runner.js';
import { queueStudyRunner } from '../client/study-runner.js';
import type { Build } from '../server/build.js';
import { openServerAndStore, type QueuePlace } from './server-and-store.js';

/** How a caller comes to a queue. */
export interface QueueAsk extends QueuePlace {
  /** Only go on with what is there. */
  readonly resume?: boolean;
  /** Threads for what is done here. */
  readonly jobs?: number;
}

/** A queue that cells can be put on. */
export interface OpenQueue {
  readonly study: StudyRunner;
  /** For cells with another context than tables: the networks of the lab. */
  readonly networks: (context: unknown) => Runner;
  close(): Promise<void>;
}

/** Opens a queue for this build's cells. */
export async function openQueue(ask: QueueAsk, build: Build): Promise<OpenQueue> {
  const { server, store } = await openServerAndStore(ask, build);
  await server.announceBuild(build.description);
  let hasTold = false;
  const onNoWorker = () => {
    if (!hasTold)
      ask.tell?.(
        `no worker of this build (${build.description}) is connected to ${server.shown}. Start one anywhere: cede worker ${optionText('queue', server.shown)}${ask.store === undefined ? '' : ` ${optionText('store', 'FOLDER')}`}`,
      );
    hasTold = true;
  };
  const resume = ask.resume ? { isAttached: false } : undefined;
  const options = { server, store, resume, onNoWorker };
  return {
    study: queueStudyRunner(options, ask.jobs),
    networks: (context) => queueRunner({ ...options, context }),
    close: () => server.close(),
  };
}
