import { parentPort, workerData } from 'node:worker_threads';
import { decideWhole, InputError, type Policy } from '@cede/core';
import type { Answer, Scoring } from './scoring-threads.js';

/** A thread that decides the tables it is sent, one after the other. */
const policy = workerData as Policy;

parentPort?.on('message', ({ number, table }: Scoring) => {
  try {
    const decided = decideWhole(policy, table);
    const { scores, defer } = decided;
    const moved = [scores.buffer, defer.buffer] as ArrayBuffer[];
    parentPort?.postMessage({ number, decided } satisfies Answer, moved);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { sentence, code, details, subject } = error;
    const refused = { sentence, code, details, subject };
    parentPort?.postMessage({ number, refused } satisfies Answer);
  }
});
