import type { Keys } from '@cede/core';
import { type DeclaredRanges, RANGE_KEYS } from './ranges.js';

/** How sure a promise is unless told otherwise. */
export const CONFIDENCE = 0.95;

/** How promises are tested; what is promised is told apart from it. */
export interface CertifyAsk extends DeclaredRanges {
  /** That all promises hold (default 0.95). */
  readonly confidence?: number;
  /** Seeds the order of betting tests. */
  readonly seed?: number;
  /** What each wrong answer costs, where no cost matrix says. */
  readonly errorCost?: number;
  /** The promise must hold in each of the table's groups. */
  readonly groups?: GroupsAsk;
  /**
   * The promise must hold for each answer that the model can give: every answer with a threshold of
   * its own (`own`, or true), or all of them at one (`common`).
   */
  readonly perClass?: boolean | 'own' | 'common';
  /** Simultaneous bounds at every stored threshold too, even where they take long. */
  readonly bounds?: boolean;
}

export const CERTIFY_KEYS: Keys<CertifyAsk> = {
  ...{ confidence: true, seed: true, errorCost: true, groups: true, bounds: true, perClass: true },
  ...RANGE_KEYS,
};

/** Groups that a promise shall hold in. */
export interface GroupsAsk {
  /** What the table calls its groups, for the policy to know them again. */
  readonly column: string;
  /** One threshold for all of them, or every group its own. */
  readonly thresholds?: 'common' | 'own';
}
