import { type Curve, deferralCurve, type RankedScores, rankScores } from '@cede/core';
import type { CellFunctions, CellWork } from '@cede/run';
import { shareArrays } from '../run/share-arrays.js';
import type { CompactOutcomes } from './compact-values.js';

/** A score vector with what everything else is read off: its order, and its curve. */
export interface RankedCurve {
  readonly ranked: RankedScores<Float32Array>;
  readonly curve: Curve;
}

interface RankNeeds {
  readonly scores: Float32Array;
  readonly outcomes: CompactOutcomes;
  readonly weight?: Float32Array;
}

/** The one sort of a score vector, and its curve on the test rows. */
export function rankedCurve({ scores, outcomes, weight }: RankNeeds): RankedCurve {
  const ranked = rankScores(scores);
  return { ranked, curve: deferralCurve(ranked, outcomes.model, outcomes.expert, weight) };
}

export const rankFunctions: CellFunctions = {
  // In shared memory, so that the other threads need no copies of it.
  'compare-ranked': ({ needs }: CellWork) =>
    shareArrays(rankedCurve(needs as unknown as RankNeeds)),
};
