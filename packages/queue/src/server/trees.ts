import type { CellJob } from './contract.js';

/** The name of jobs that only wait for another. */
export const GATE = 'cede-gate';

/** Waits for `cell`, on behalf of `parent`. */
export interface Gate {
  readonly cell: string;
  readonly parent: string;
}

/** A job or a gate, with what must be done before it. */
export interface JobTree {
  readonly job?: CellJob;
  readonly gate?: Gate;
  readonly children: readonly JobTree[];
}

export const gateId = ({ cell, parent }: Gate): string =>
  `gate-${cell.slice(0, 32)}-${parent.slice(0, 32)}`;

/**
 * Cells form a graph, a flow is a tree: a job reports to one parent only. The first who needs a cell
 * becomes its parent; everybody else gets a gate, which waits for the cell. `parents` are those of
 * jobs that are on the queue already.
 */
export function plantTrees(
  jobs: readonly CellJob[],
  parents: ReadonlyMap<string, string>,
): JobTree[] {
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const parentOf = new Map(parents);
  for (const { id, waitsFor } of jobs)
    for (const cell of waitsFor) if (!parentOf.has(cell)) parentOf.set(cell, id);
  const treeOf = (job: CellJob): JobTree => ({
    job,
    children: job.waitsFor.map((cell): JobTree => {
      const child = byId.get(cell);
      if (child && parentOf.get(cell) === job.id) return treeOf(child);
      return { gate: { cell, parent: job.id }, children: [] };
    }),
  });
  // A root reports to nobody among these jobs.
  return jobs.filter(({ id }) => !byId.has(parentOf.get(id) ?? '')).map(treeOf);
}
