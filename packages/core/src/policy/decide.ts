import { createRowScorer } from '../scorer/row-scorer.js';
import { groupThreshold } from './group-thresholds.js';
import type { Policy } from './policy.js';

/** Who answers one case, and by how much. */
export interface Decision {
  /** `"model"`, or the expert's name. */
  route: string;
  defer: boolean;
  score: number;
  threshold: number;
  /** Score minus threshold: at or below 0 the case is handed over. */
  margin: number;
}

/** Makes decisions of one policy, one case at a time. */
export interface Decider {
  /**
   * Decides one case. `into` is filled and returned, so that a hot loop allocates nothing.
   * `columns` are the numeric features the policy names, in its order; `group` matters only where
   * the policy has thresholds for groups.
   */
  decide(
    probabilities: ArrayLike<number>,
    columns?: ArrayLike<number>,
    into?: Decision,
    group?: string,
  ): Decision;
}

const NONE: ArrayLike<number> = [];

/** Makes a decider of a policy; call it once and decide often. */
export function createDecider(policy: Policy): Decider {
  const scoreRow = createRowScorer(policy.scorer, policy.classes);
  const { values, groups } = policy.threshold;
  const thresholdOf = groupThreshold(groups, values[0]);
  const [expert] = policy.experts;
  return {
    decide(
      probabilities,
      columns = NONE,
      into = { route: '', defer: false, score: 0, threshold: 0, margin: 0 },
      group,
    ) {
      const score = scoreRow(probabilities, columns);
      const threshold = thresholdOf(group);
      const defer = score <= threshold;
      into.route = defer ? expert : 'model';
      into.defer = defer;
      into.score = score;
      into.threshold = threshold;
      into.margin = score - threshold;
      return into;
    },
  };
}

/** One case, plainly. For many, make a decider once. */
export function decide(
  policy: Policy,
  probabilities: ArrayLike<number>,
  columns?: ArrayLike<number>,
  group?: string,
): Decision {
  return createDecider(policy).decide(probabilities, columns, undefined, group);
}
