import type { StudyContext, StudyRunner } from '@cede/study';
import { poolStudyRunner, shareTable } from '@cede/study/node';
import { type QueueRunnerOptions, queueRunner } from './runner.js';

/** The fits of a study on a queue. What a study computes and nobody keeps is done here, by `jobs` threads. */
export const queueStudyRunner = (
  options: Omit<QueueRunnerOptions, 'context' | 'local'>,
  jobs?: number,
): StudyRunner => ({
  open(tables, cells) {
    const local = () => poolStudyRunner({ jobs }).open(tables, cells);
    if (Object.keys(tables).length === 0) return local();
    const shared = Object.entries(tables).map(([hash, table]) => [hash, shareTable(table)]);
    const context: StudyContext = { tables: Object.fromEntries(shared) };
    return queueRunner({ ...options, context, local });
  },
});
