import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { NetworkContext } from './network-cell.js';
import { teamsFor } from './threads.js';

/** What a machine adds to the cells of a queue: where checkpoints go, and threads for each of `jobs` networks. */
export async function workerContext(
  checkpoints: string,
  jobs: number,
): Promise<Omit<Required<NetworkContext>, 'dataset'>> {
  await mkdir(checkpoints, { recursive: true });
  const each = Math.max(1, Math.floor(availableParallelism() / jobs));
  return { checkpoints, threads: teamsFor(each, 1).threads };
}
