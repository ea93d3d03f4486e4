import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Replay } from '../replay/replay.js';
import { type Store, StoreError } from '../store/contract.js';
import { type EstimateAsk, estimate } from './estimate.js';

/** What the log says about policies, at most ten seconds old. */
export type Estimates = (ask: EstimateAsk) => Promise<Replay[]>;

const FRESH = 10_000;

/** `log` is the store's name; one that lives in memory can only be read where it is. */
export function createEstimates(store: Store, log: string | undefined): Estimates {
  const known = new Map<string, { until: number; found: Promise<Replay[]> }>();
  const thread = new URL('./worker.js', import.meta.url);
  const apart = log !== undefined && log !== ':memory:' && existsSync(thread);
  return (ask) => {
    const key = JSON.stringify(ask);
    const before = known.get(key);
    if (before && performance.now() < before.until) return before.found;
    // Policies of other versions are not asked about again.
    for (const [old, { until }] of known) if (performance.now() >= until) known.delete(old);
    const found = apart ? estimatedApart(thread, log, ask) : estimate(store, ask);
    const entry = { until: Number.POSITIVE_INFINITY, found };
    known.set(key, entry);
    found.then(
      () => {
        entry.until = performance.now() + FRESH;
      },
      () => known.delete(key),
    );
    return found;
  };
}

function estimatedApart(thread: URL, log: string, ask: EstimateAsk): Promise<Replay[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(thread, { workerData: { log, ask } });
    worker.once('message', resolve);
    worker.once('error', (error) => reject(new StoreError(error.message)));
    worker.once('exit', () => reject(new StoreError('the estimate ended without a result')));
  });
}
