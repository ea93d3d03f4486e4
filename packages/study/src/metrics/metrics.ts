import {
  area,
  balancedAccuracy,
  brierScore,
  type Curve,
  expectedCalibrationError,
  expertKind,
  outcomesOf,
  predictedClass,
  ratesForGain,
  reviewsSaved,
  shareOfGap,
  type Table,
  valueAt,
} from '@cede/core';
import type { MethodScores } from '../scores/method-scores.js';
import type { ScoreMetrics } from './score-metrics.js';

/** What is said of a method beside its curve, in fractions; definitions in docs/metrics.md. */
export interface MethodMetrics extends Partial<ScoreMetrics> {
  readonly shareOfGap: number | null;
  /** The lowest rate at which the mean curve has made a share of its reachable gain. */
  readonly ratesForGain: readonly { readonly share: number; readonly rate: number | null }[];
  /** Against confidence at the same accuracy; `cases` of the test rows. */
  readonly reviewsSaved?: readonly {
    readonly confRate: number;
    /** The lowest rate at which confidence has that accuracy already. */
    readonly confNeeds: number;
    readonly rate: number | null;
    readonly cases: number | null;
  }[];
}

const GRID = Array.from({ length: 401 }, (_, i) => i / 400);
const CONF_RATES = [0.05, 0.1, 0.2];

/** The mean over seeds: what one expects of a single fit. */
export function meanCurve({ curves }: Pick<MethodScores, 'curves'>): Curve {
  if (curves.length === 1) return curves[0];
  return {
    rates: Float64Array.from(GRID),
    values: Float64Array.from(
      GRID,
      (rate) => curves.reduce((sum, curve) => sum + valueAt(curve, rate), 0) / curves.length,
    ),
  };
}

export function methodMetrics(
  methods: readonly MethodScores[],
  table: Table,
  found: ReadonlyMap<string, ScoreMetrics>,
): Record<string, MethodMetrics> {
  const one = (name: string) => methods.find((method) => method.name === name);
  const [random, oracle] = [one('random')!, one('oracle')!].map(({ curves }) => area(curves[0]));
  const conf = one('conf');
  return Object.fromEntries(
    methods.map((method): [string, MethodMetrics] => {
      const { name, curves } = method;
      return [
        name,
        {
          shareOfGap: shareOfGap(
            curves.reduce((sum, curve) => sum + area(curve), 0) / curves.length,
            random,
            oracle,
          ),
          ratesForGain: ratesForGain(meanCurve(method)),
          ...(conf &&
            name !== 'conf' && {
              reviewsSaved: reviewsSaved(
                meanCurve(method),
                conf.curves[0],
                CONF_RATES,
                table.rows,
              ).map(({ baselineRate, baselineNeeds, rate, cases }) => ({
                ...{ confRate: baselineRate, confNeeds: baselineNeeds },
                ...{ rate, cases },
              })),
            }),
          ...found.get(name),
        },
      ];
    }),
  );
}

/** How well probabilities mean what they say. */
export interface Quality {
  readonly calibrationError?: number;
  readonly brier?: number;
  readonly balancedAccuracy?: number;
}

/** Of the model and of the expert on the test rows; Brier between 0 and 2, all else shares. */
export function quality(table: Table, expert: number): { model: Quality; expert: Quality } {
  const { label, classes } = table;
  const outcomes = outcomesOf(table, expert);
  const answers = table.experts[expert];
  const of = (right: Float32Array, probabilities: Float32Array | undefined): Quality => {
    if (outcomes.target !== 'accuracy' || !label || classes.length === 0) return {};
    const balanced = balancedAccuracy(label, right, classes.length, table.weight);
    if (!probabilities) return { balancedAccuracy: balanced };
    const confidence = new Float64Array(label.length);
    for (let i = 0; i < confidence.length; i++) {
      const from = i * classes.length;
      confidence[i] = probabilities[from + predictedClass(probabilities, from, classes.length)];
    }
    return {
      calibrationError: expectedCalibrationError(confidence, right, undefined, table.weight).error,
      brier: brierScore(probabilities, label, classes.length, table.weight),
      balancedAccuracy: balanced,
    };
  };
  return {
    model: of(outcomes.model, table.model),
    expert: of(outcomes.expert, expertKind(answers).probabilities(answers)),
  };
}
