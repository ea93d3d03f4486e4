import type { Scores } from '../curve/ranked-scores.js';

/** One draw of rows and seeds, and where its curves go. */
export interface Resample {
  /** By row. */
  readonly weight: Float64Array | Uint8Array;
  readonly total: number;
  /** By method: how often each of its seeds was drawn. */
  readonly seeds: readonly Float64Array[];
  /** By method: rates + 1 numbers, to which the gain is added; to the last one only where areas are wanted. */
  readonly into: readonly Float64Array[];
}

/** Every method's curve in one world after another. */
export interface ResampledCurves {
  /** Whether curves wait for `finish`, which then takes the time, and weights may come as bytes. */
  readonly waits: boolean;
  /** The weights may change after the call. */
  add(resample: Resample): void;
  finish(onProgress?: (done: number) => void): void;
}

export interface ResampledInput {
  /** Each with one score vector a seed. */
  readonly methods: readonly { readonly scores: readonly Scores[] }[];
  /** Expert value − model value, by row. */
  readonly gain: Float64Array;
  readonly rates: Float64Array;
  /** Whether weights are whole numbers up to 255. */
  readonly counted: boolean;
  /** Whether the areas under the curves are wanted, too. */
  readonly areas: boolean;
}
