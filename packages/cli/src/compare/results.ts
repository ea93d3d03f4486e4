import { type Choice, summarise } from '@cede/core';
import type { Ahead, Interval } from '@cede/report';
import type { GroupReport } from '@cede/study';
import type { CostReport } from '../costs/cost-report.js';
import type { MethodMetrics, Quality } from '../metrics/metrics.js';
import type { TableVerdict } from '../verdict/verdict.js';
import type { MethodScores } from './grid.js';
import type { ComparePlan } from './plan.js';

/** `results.json`: a contract others read (docs/results.md). Keys may be added, never changed. */
export interface Results {
  readonly format: 'cede/results';
  readonly version: 1;
  readonly fit: { readonly rows: number; readonly classes: number; readonly hash: string };
  readonly test: {
    readonly rows: number;
    readonly modelAccuracy: number;
    readonly expertAccuracy: number;
    readonly hash: string;
    /** Further rows of the test table, without an answer of the expert; `rows` are those with one. */
    readonly unanswered?: number;
    /** Calibration error, Brier score, balanced accuracy. */
    readonly model?: Quality;
    readonly expert?: Quality;
  };
  readonly rates: readonly number[];
  readonly methods: Readonly<Record<string, MethodSummary>>;
  /** What the report's sentence is about, settled before the test table was looked at. */
  readonly finding: {
    readonly method: string;
    readonly rate: number;
    readonly rateFrom: ComparePlan['rateFrom'];
    /** At that rate, minus handing over at random, and minus confidence: paired 95 % intervals. */
    readonly overRandom?: Interval;
    readonly overConfidence?: Interval;
    /** Another method that is ahead there for sure: its lead holds for all other methods at once. */
    readonly ahead?: Pick<Ahead, 'method' | 'difference'>;
  };
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** From the fitting table alone; null where it allows none. Fractions, not percent. */
  readonly verdict?: TableVerdict | null;
  /** How `auto` chose, where it took part. */
  readonly choice?: Choice;
  /** Per group at the finding's rate; fractions. */
  readonly groups?: GroupReport;
  readonly costs?: CostReport;
  /** Where several experts were compared: each one's results, by name. */
  readonly experts?: Readonly<Record<string, Results>>;
}

export interface MethodSummary extends Partial<MethodMetrics> {
  readonly seeds: number;
  readonly mean: readonly number[];
  readonly std: readonly number[];
  readonly area: number;
  /** For `auto`: the method it chose. */
  readonly chosen?: string;
}

export interface Sides {
  readonly fit: { readonly rows: number; readonly classes: number; readonly hash: string };
  readonly test: { readonly rows: number; readonly hash: string; readonly unanswered?: number };
}

/** In percent for accuracy; in the loss's own unit where the table only has losses. */
export function compareResults(
  plan: ComparePlan,
  methods: readonly MethodScores[],
  sides: Sides,
  scale: number,
  verdict?: TableVerdict | null,
): Results {
  const random = methods.find(({ name }) => name === 'random')!.curves[0];
  return {
    format: 'cede/results',
    version: 1,
    fit: sides.fit,
    test: {
      rows: sides.test.rows,
      modelAccuracy: scale * random.values[0],
      expertAccuracy: scale * random.values[1],
      hash: sides.test.hash,
      ...(sides.test.unanswered && { unanswered: sides.test.unanswered }),
    },
    rates: plan.rates,
    methods: Object.fromEntries(
      methods.map(({ name, curves }) => {
        const { seeds, mean, std, area } = summarise(curves, plan.rates);
        return [
          name,
          {
            seeds,
            mean: mean.map((v) => scale * v),
            std: std.map((v) => Math.abs(scale) * v),
            area: scale * area,
            ...(name === 'auto' && plan.choice && { chosen: plan.choice.method }),
          },
        ];
      }),
    ),
    finding: { method: plan.chosen.name, rate: plan.rate, rateFrom: plan.rateFrom },
    leftOut: plan.leftOut,
    ...(verdict !== undefined && { verdict }),
    ...(plan.choice && { choice: plan.choice }),
  };
}
