import { workerData } from 'node:worker_threads';
import { type DecidedTable, decideWhole, type Policy, type Table } from '@cede/core';
import { answerQuestions } from './answering.js';

/** A thread that decides the tables it is sent, one after the other. */
const policy = workerData as Policy;

answerQuestions(
  (table: Table): DecidedTable => decideWhole(policy, table),
  ({ scores, defer }) => [scores.buffer, defer.buffer] as ArrayBuffer[],
);
