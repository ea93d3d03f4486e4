import type { Token } from '../access/tokens.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics/metrics.js';
import { Problem } from '../problem/problem.js';
import type { Store, StoredDecision } from '../store/contract.js';
import type { GroupCommit } from '../store/group-commit.js';
import type { Decisions } from './decisions.js';

/** What a log says about one policy: as much of a replay as routes must know. */
export interface LogEstimate {
  readonly known: number;
  readonly refused?: string;
  /** Why the gain is known and the accuracy is not. */
  readonly accuracyRefused?: string;
  readonly gain?: object;
  readonly accuracy?: { readonly estimate: number; readonly low: number; readonly high: number };
}

/** All that the routes share. */
export interface Service {
  /** Policies by name; the first is the one at /v1 itself. */
  readonly policies: ReadonlyMap<string, Decisions>;
  readonly defaultPolicy: string;
  readonly store: Store;
  readonly commit: GroupCommit;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** What the log says about policies. */
  readonly estimates: (ask: {
    readonly policy: string;
    readonly texts: readonly string[];
  }) => Promise<readonly LogEstimate[]>;
  /** Absent: whoever reaches the address may do everything. */
  readonly tokens?: readonly Token[];
  readonly startedAt: number;
  stopping: boolean;
}

/**
 * A decision on record. One that was answered a moment ago may still wait for the disk (`relaxed`):
 * then it is waited for, so that whoever was answered can go on at once.
 */
export async function recordedDecision(
  { commit, store }: Pick<Service, 'commit' | 'store'>,
  policy: string,
  id: string,
  step: number | undefined,
): Promise<StoredDecision | undefined> {
  await commit.durable(policy, id);
  return store.decision(policy, id, step);
}

export function policyNamed(
  service: Service,
  name: string | undefined,
): { name: string; decisions: Decisions } {
  const asked = name ?? service.defaultPolicy;
  const decisions = service.policies.get(asked);
  if (!decisions)
    throw new Problem(
      'not-found',
      `There is no policy ${JSON.stringify(asked.slice(0, 80))} (there is ${[...service.policies.keys()].slice(0, 5).join(', ')}).`,
      'name',
    );
  return { name: asked, decisions };
}
