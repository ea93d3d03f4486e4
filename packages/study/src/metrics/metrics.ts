import {
  acceptedRows,
  area,
  augrcOf,
  aurcOf,
  balancedAccuracy,
  brierScore,
  type Curve,
  deferredShare,
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
import type { ComparisonPlan } from '../plan/plan.js';
import { lossesOf, type RiskPoint, riskCoverage } from '../reject/rejection.js';
import type { MethodScores } from '../scores/method-scores.js';

/** What is said of a method beside its curve, in fractions; definitions in docs/metrics.md. */
export interface MethodMetrics {
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
  /** Risk of the model on what it keeps: wrong answers as a share, or the mean loss. */
  readonly aurc?: number;
  readonly augrc?: number;
  readonly riskCoverage?: readonly RiskPoint[];
  /** At each rate. */
  readonly balancedAccuracy?: readonly number[];
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
  plan: ComparisonPlan,
  methods: readonly MethodScores[],
  table: Table,
): Record<string, MethodMetrics> {
  const one = (name: string) => methods.find((method) => method.name === name);
  const [random, oracle] = [one('random')!, one('oracle')!].map(({ curves }) => area(curves[0]));
  const conf = one('conf');
  const { target, model } = outcomesOf(table, plan.expert);
  const losses = lossesOf(model, target);
  const balanced = balancedAt(plan, table);
  return Object.fromEntries(
    methods.map((method): [string, MethodMetrics] => {
      const { name, scores, curves } = method;
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
          ...(scores.length > 0 && {
            ...meanAreas(scores, losses, table.weight),
            riskCoverage: riskCoverage(acceptedRows(scores[0], losses, table.weight)),
          }),
          ...(scores.length > 0 && balanced && { balancedAccuracy: balanced(scores) }),
        },
      ];
    }),
  );
}

/** The mean over seeds of both areas, each seed's rows accepted once. */
export function meanAreas(
  scores: MethodScores['scores'],
  losses: ArrayLike<number>,
  weight?: ArrayLike<number>,
): { aurc: number; augrc: number } {
  let [aurc, augrc] = [0, 0];
  for (const ranked of scores) {
    const accepted = acceptedRows(ranked, losses, weight);
    aurc += aurcOf(accepted);
    augrc += augrcOf(accepted);
  }
  return { aurc: aurc / scores.length, augrc: augrc / scores.length };
}

function balancedAt(plan: ComparisonPlan, table: Table) {
  const { label } = table;
  if (!label || table.classes.length === 0) return undefined;
  const { model, expert } = outcomesOf(table, plan.expert);
  return (scores: MethodScores['scores']) =>
    plan.rates.map((rate) => {
      const share = deferredShare(scores, rate, table.weight);
      const right = model.map((value, i) => value + share[i] * (expert[i] - value));
      return balancedAccuracy(label, right, table.classes.length, table.weight);
    });
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
    const confidence = Float64Array.from(label, (_, i) => {
      const from = i * classes.length;
      return probabilities[from + predictedClass(probabilities, from, classes.length)];
    });
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
