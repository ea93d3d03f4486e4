import { putInForce } from '../engine/in-force.js';
import { readCases } from '../replay/read-log.js';
import { type Replay, replay } from '../replay/replay.js';
import type { Store } from '../store/contract.js';

/** What is asked of the newest cases of a log: each of these policies, replayed. */
export interface EstimateAsk {
  /** The name of the policy in the service. */
  readonly policy: string;
  /** policy.json of each. */
  readonly texts: readonly string[];
}

/** The newest cases that an estimate looks at. */
const MOST_CASES = 50_000;

export async function estimate(store: Store, { policy, texts }: EstimateAsk): Promise<Replay[]> {
  const policies = texts.map((text) => putInForce(text, 0));
  const cases = await readCases(store, policy, policies[0].policy.classes, MOST_CASES);
  return policies.map((each) => replay(cases, each));
}
