import type { InputRows } from '../features/input-rows.js';
import type { FeatureSpec } from '../features/spec.js';
import type { Network } from '../network/network.js';
import type { AdamSettings } from './adam.js';
import type { Objective } from './objective.js';

/** One network being trained. The kernel and the plain reference both are one; a test compares them. */
export interface TrainingEngine {
  /** Trains on rows order[from … from + count) in batches; returns the summed loss seen on the way. */
  advance(order: Uint32Array, from: number, count: number): number;
  /** The summed loss of rows order[from … from + count), nothing trained. */
  loss(order: Uint32Array, from: number, count: number): number;
  network(): Network;
}

export interface TrainingProblem {
  readonly input: InputRows;
  readonly features: FeatureSpec;
  readonly objective: Objective;
  readonly initial: Network;
  readonly batch: number;
  readonly adam: AdamSettings;
}

export type EngineFactory = (problem: TrainingProblem) => TrainingEngine;
