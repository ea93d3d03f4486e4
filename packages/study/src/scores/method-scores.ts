import type { Curve, RankedScores } from '@cede/core';
import type { DeployResult } from './cells.js';

/** One method after its cells are done: the test scores of each seed, and of the headline's method the deployed policy. */
export interface MethodScores {
  readonly name: string;
  /** One vector a seed, sorted once for all who ask; none for `random`, which is known exactly. */
  readonly scores: readonly RankedScores<Float32Array>[];
  readonly curves: readonly Curve[];
  readonly deployed?: DeployResult;
}
