import { availableParallelism } from 'node:os';
import { poolRunner } from '@cede/run/node';
import type { StudyContext, StudyRunner } from '../run/run.js';
import { shareTable } from './share-table.js';

/** Fits in worker threads, on all cores unless told; tables are shared, not copied. */
export const poolStudyRunner = ({ jobs }: { readonly jobs?: number } = {}): StudyRunner => ({
  open(tables, cells = Number.POSITIVE_INFINITY) {
    const shared = Object.entries(tables).map(([hash, table]) => [hash, shareTable(table)]);
    const context: StudyContext = { tables: Object.fromEntries(shared) };
    return poolRunner(new URL('./worker.js', import.meta.url), {
      jobs: Math.min(jobs ?? availableParallelism(), cells),
      context,
    });
  },
});
