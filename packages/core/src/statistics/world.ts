import type { Scores } from '../curve/ranked-scores.js';

/** One draw of rows and seeds, and where its curves go. */
export interface World {
  /** By row. */
  readonly weight: Float64Array;
  readonly total: number;
  /** By method: how often each of its seeds was drawn. */
  readonly seeds: readonly Float64Array[];
  /** By method: rates + 1 numbers, to which the gain is added. */
  readonly into: readonly Float64Array[];
}

/** Every method's curve in one world after another. */
export interface ResampledCurves {
  /** The weights may change after the call; curves may wait for `finish`. */
  add(world: World): void;
  finish(): void;
}

export interface ResampledInput {
  /** Each with one score vector a seed. */
  readonly methods: readonly { readonly scores: readonly Scores[] }[];
  /** Expert value − model value, by row. */
  readonly gain: Float64Array;
  readonly rates: Float64Array;
  /** Whether weights are whole numbers up to 255. */
  readonly counted: boolean;
}
