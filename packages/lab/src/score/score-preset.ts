import {
  accuracyTarget,
  type Curve,
  deferralCurve,
  randomLine,
  summarise,
  type Table,
  topkTarget,
} from '@cede/core';
import { tableHash } from '@cede/data/node';
import type { Ledger } from '@cede/run';
import {
  type ComparisonPlan,
  type MethodScores,
  type StudyProgress,
  type StudyRunner,
  scoreMethods,
} from '@cede/study';
import { poolStudyRunner } from '@cede/study/node';
import type { ResultRow } from '../paper/paper-comparison.js';
import type { Preset } from '../preset/preset.js';
import { planOf } from './plan.js';

/** A preset's scorers on its tables: method × seed cells, on all cores; the ledger has what is done. */
export interface Scored {
  readonly plan: ComparisonPlan;
  readonly pairs: readonly ScoredPair[];
}

/** The scorers of one pair of networks. */
export interface ScoredPair {
  /** The networks' seed. */
  readonly seed: number;
  readonly fit: Side;
  readonly test: Side;
  readonly methods: readonly MethodScores[];
}

interface Side {
  readonly table: Table;
  readonly hash: string;
}

export interface ScoreInput {
  readonly preset: Preset;
  readonly pairs: readonly { readonly seed: number; readonly fit: Table; readonly test: Table }[];
  readonly ledger: Ledger;
  readonly jobs?: number;
  /** Where scorers are fitted, if not on this machine's cores. */
  readonly runner?: StudyRunner;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: StudyProgress) => void;
}

export async function scorePreset(input: ScoreInput): Promise<Scored> {
  const { preset } = input;
  const plan = planOf(preset);
  const pairs: ScoredPair[] = [];
  for (const { seed, fit, test } of input.pairs) {
    const sides = {
      fit: { table: fit, hash: tableHash(fit) },
      test: { table: test, hash: tableHash(test) },
    };
    const scored = await scoreMethods(sides, plan, {
      runner: input.runner ?? poolStudyRunner({ jobs: input.jobs }),
      ledger: input.ledger,
      signal: input.signal,
      onProgress: input.onProgress,
    });
    pairs.push({ seed, ...sides, methods: scored });
  }
  return { plan, pairs };
}

/** Mean ± deviation over scorer seeds and network seeds together, in percent, for one target. */
export function targetRows({ plan, pairs }: Scored, target: string): ResultRow[] {
  return plan.methods.map(({ name }) => {
    const { mean, std } = summarise(targetCurves({ pairs }, name, target), plan.rates);
    return { method: name, mean: mean.map((v) => 100 * v), std: std.map((v) => 100 * v) };
  });
}

/** A method's curves of one target, over all pairs of networks. */
export function targetCurves({ pairs }: Pick<Scored, 'pairs'>, name: string, target: string) {
  const k = placesOf(target);
  return pairs.flatMap(({ test, methods }) => curvesOf(name, test.table, methods, k));
}

/** 5 for `top5`. */
export function placesOf(target: string): number | undefined {
  const found = /^top(\d+)$/.exec(target);
  return found ? Number(found[1]) : undefined;
}

function curvesOf(
  name: string,
  table: Table,
  methods: readonly MethodScores[],
  k: number | undefined,
): Curve[] {
  const { scores } = methods.find((method) => method.name === name)!;
  const { model, expert } = k === undefined ? accuracyTarget(table) : topkTarget(table, k);
  if (name === 'random') {
    const mean = (values: Float64Array) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return [randomLine(mean(model), mean(expert))];
  }
  if (name === 'oracle')
    return [
      deferralCurve(
        model.map((value, i) => value - expert[i]),
        model,
        expert,
      ),
    ];
  return scores.map((vector) => deferralCurve(vector, model, expert));
}
