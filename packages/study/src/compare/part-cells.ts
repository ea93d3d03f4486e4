import {
  bootstrapCurves,
  type GainRows,
  type MarkedMethod,
  pairedMarks,
  type RankedScores,
} from '@cede/core';
import type { CellFunctions, CellWork } from '@cede/run';
import { CONFIDENCE, RESAMPLES, type ResampledRows } from '../curves/bands.js';
import { scoreMetrics } from '../metrics/score-metrics.js';
import type { CompactOutcomes } from '../scores/compact-values.js';
import { errorCounts } from './error-counts.js';

/** Methods on resamples; `seedCounts` are those of all methods, in order, also of those elsewhere. */
export interface ResampleSpec {
  readonly rates: readonly number[];
  readonly seed: number;
  readonly seedCounts: readonly number[];
}

/** One column of the table. */
export interface MarkSpec {
  readonly rate: number;
}

/** What is counted along one method's scores. */
export interface CountSpec {
  readonly name: string;
  readonly rates: readonly number[];
  readonly tableRates: readonly number[];
  readonly rows: number;
  readonly classes: number;
}

type Ranked = readonly RankedScores<Float32Array>[];

interface CountNeeds {
  readonly scores: Ranked;
  readonly outcomes: CompactOutcomes;
  readonly losses: ArrayLike<number>;
  readonly label?: ArrayLike<number>;
  readonly weight?: Float32Array;
}

/** What is computed of sorted scores; nothing of it is kept, since it takes seconds at most. */
export const partFunctions: CellFunctions = {
  'compare-resampled': ({ spec, needs, report }: CellWork<ResampleSpec>) =>
    bootstrapCurves(
      {
        ...(needs.rows as ResampledRows),
        ...{ methods: needs.methods as { name: string; scores: Ranked }[], rates: spec.rates },
      },
      {
        ...{ resamples: RESAMPLES, seed: spec.seed, seedCounts: spec.seedCounts },
        onProgress: (done) => report({ done }),
      },
    ),
  'compare-marks': ({ spec, needs }: CellWork<MarkSpec>) =>
    pairedMarks(needs.rows as GainRows, needs.methods as MarkedMethod[], spec.rate, CONFIDENCE).map(
      ({ name, mark }) => [name, mark],
    ),
  'compare-counts': ({ spec, needs }: CellWork<CountSpec>) => {
    const { scores, outcomes, losses, label, weight } = needs as unknown as CountNeeds;
    const { rates, tableRates, rows, classes } = spec;
    return {
      counts: errorCounts({ scores }, outcomes, { rows, weight }, rates),
      ...(scores.length > 0 && {
        metrics: scoreMetrics({ scores, outcomes, losses, label, weight, classes }, tableRates),
      }),
    };
  },
};
